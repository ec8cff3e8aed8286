// Whether something that happened is what a task asked for.
import type { News, TableFace } from "../protocol";
import type { Goal } from "./chapters";

export function reached(goal: Goal, { kind, move, signal, on, ended_turn }: News, table: TableFace | null): boolean {
  if (goal.signal) return kind === "signalled" && on && (signal?.pile !== null) === (goal.signal === "pile");
  if (kind !== "played") return false;
  if (goal.ended) return ended_turn;
  if (!move) return false;
  return (
    (!goal.on || goal.on.includes(move.pile)) &&
    (!goal.mark || goal.mark === move.mark) &&
    (!goal.retro || move.retro) &&
    (!goal.same || move.pile === pileBefore(table))
  );
}

/** The pile of the card before the last one. */
function pileBefore(table: TableFace | null): string | undefined {
  return table?.game?.turns.flatMap((turn) => turn.moves).at(-2)?.pile;
}
