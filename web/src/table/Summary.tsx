// How far a turn, or several, took the piles.
import { Icon } from "../parts/Icon";
import type { TableView, TurnSteps } from "../protocol";
import { costOf, rises, stepText } from "../view";
import "../styles/log.css";

export function Summary({ table, turn }: { table: TableView; turn: Pick<TurnSteps, "steps"> }) {
  return (
    <span class="log-moves">
      {turn.steps.map(({ pile, jump }) => (
        <span key={pile} class={`log-step log-${costOf({ jump, retro: jump < 0 })}`}>
          <b>{pile}</b>
          <small>{stepText(rises(table, pile), jump)}</small>
          {jump < 0 && <Icon name="back" />}
        </span>
      ))}
    </span>
  );
}
