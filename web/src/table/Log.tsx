// The turns one may know, card by card.
import { commandName, costOf, nameAt, stepText } from "../view";
import { Icon } from "../parts/Icon";
import type { LoggedMove, LoggedTurn, PileLetter, TableView } from "../protocol";
import { t } from "../text";

export function Log({ table, turns }: { table: TableView; turns: LoggedTurn[] }) {
  const shown = turns.filter(({ moves }) => moves.length > 0);
  return (
    <section class="log" aria-label={t("log")} data-testid="log">
      {shown.length === 0 && <p class="log-empty">{t("log.empty")}</p>}
      <ol>
        {shown.map((turn) => (
          <li key={turn.turn} data-seat={turn.seat}>
            {table.seats.length > 1 && <b class="log-name">{nameAt(table, turn.seat)}</b>}
            <span class="log-moves">
              {turn.moves.map((move) => (
                <Move key={`${move.card}${move.pile}`} move={move} rising={rises(table, move.pile)} />
              ))}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function rises(table: TableView, pile: PileLetter): boolean {
  return table.game?.piles.find(({ letter }) => letter === pile)?.rising ?? true;
}

function Move({ move, rising }: { move: LoggedMove; rising: boolean }) {
  return (
    <span class={`log-move log-${costOf(move)}`}>
      <b style={{ "--value": move.card }}>{move.card}</b>
      <span>
        {rising ? "↑" : "↓"}
        {move.pile} <small>{stepText(rising, move.jump)}</small>
        {move.retro && (
          <>
            <Icon name="back" />
            <small class="unseen">{t("pile.retro")}</small>
          </>
        )}
        {move.mark && <small> {commandName(move.mark)}</small>}
      </span>
    </span>
  );
}
