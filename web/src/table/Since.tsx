// What the others did since one's last turn, turn by turn: shown once, to somebody who comes back to a slow game.
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
            <b>{nameAt(table, turn.seat)}</b>
            <span>
              {turn.cards ? t("since.cards", { count: turn.cards, piles: turn.piles.join(", ") }) : t("since.none")}
            </span>
          </li>
        ))}
        {last && (
          <li>
            <b>{nameAt(table, last.seat)}</b>
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

/** The turns of the others when the page opened: all but the last as far as they may still be told (R33). */
export function turnsSince({ game, you }: TableView): { earlier: TurnSum[]; last: LoggedTurn | null } {
  const nothing = { earlier: [], last: null };
  if (!game || game.status !== "playing" || game.laid > 0 || !game.since?.turns.length) return nothing;
  const last = game.turns.findLast(({ seat, moves }) => seat !== you && moves.length > 0) ?? null;
  return { earlier: game.since.turns.slice(0, last ? -1 : undefined), last };
}
