// How far several turns took the piles.
import { Icon } from "../parts/Icon";
import type { PileStep, TableView } from "../base/protocol";
import { costOf, rises, stepText } from "../base/view";
import "./log.css";

export function Summary({ table, steps }: { table: TableView; steps: PileStep[] }) {
  return (
    <span class="wrap log-moves">
      {steps.map(({ pile, jump }) => (
        <span key={pile} class={`log-step log-${costOf({ jump, retro: jump < 0 })}`}>
          <b>{pile}</b>
          <small>{stepText(rises(table, pile), jump)}</small>
          {jump < 0 && <Icon name="back" />}
        </span>
      ))}
    </span>
  );
}
