// What happened since one's last turn, turn by turn: shown once, to somebody who comes back to a slow game.
import { useSignal } from "@preact/signals";
import { t } from "../base/text";
import { nameAt, rises } from "../base/view";
import type { LoggedTurn, TableView, TurnSum } from "../base/protocol";
import { Dialog } from "../parts/Dialog";
import { Move } from "./Log";
import "../slow/slow.css";

export function Since({ table }: { table: TableView }) {
  const shown = useSignal(turnsSince(table));
  const { earlier, last } = shown.value;
  if (earlier.length === 0 && !last) return null;
  const close = () => (shown.value = { earlier: [], last: null });
  return (
    <Dialog title={t("since.title")} onClose={close} testid="since">
      <ol class="since-turns">
        {earlier.map((turn, n) => (
          <li key={`${n} ${turn.seat}`}>
            <b>{whose(table, turn.seat)}</b>
            <span>
              {turn.cards ? t("since.cards", { count: turn.cards, piles: turn.piles.join(", ") }) : t("since.none")}
            </span>
          </li>
        ))}
        {last && (
          <li>
            <b>{whose(table, last.seat)}</b>
            <span class="wrap log-moves">
              {last.moves.map((move) => (
                <Move key={move.card} move={move} rising={rises(table, move.pile)} />
              ))}
            </span>
          </li>
        )}
      </ol>
      <button type="button" class="primary" onClick={close} data-testid="since-go">
        {t("since.go")}
      </button>
    </Dialog>
  );
}

/** Whose turn it was; one's own are those of the computer player who stood in. */
const whose = (table: TableView, seat: number): string => (seat === table.you ? t("since.you") : nameAt(table, seat));

/** The turns so far when the page opened: all but the last as far as they may still be told (R33). */
export function turnsSince({ game }: TableView): { earlier: TurnSum[]; last: LoggedTurn | null } {
  const nothing = { earlier: [], last: null };
  if (!game || game.status !== "playing" || game.laid > 0 || !game.since?.turns.length) return nothing;
  const last = game.turns.findLast(({ moves }) => moves.length > 0) ?? null;
  return { earlier: game.since.turns.slice(0, last ? -1 : undefined), last };
}
