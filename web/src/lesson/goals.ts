// Whether what happened is what the tasks asked for.
import type { News, PileLetter, TableView } from "../protocol";
import type { Goal } from "./chapters";

/** How many tasks are done after an update of this seat's table, when so many were done before it. */
export function progress(goals: Goal[], done: number, table: TableView, news: News[]): number {
  return news.reduce((count, item) => {
    const wanted = goals[count];
    return wanted && item.seat === table.you && reached(wanted, item, table) ? count + 1 : count;
  }, done);
}

function reached(goal: Goal, { kind, move, signal, on, ended_turn }: News, table: TableView): boolean {
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
function pileBefore({ game }: TableView): PileLetter | undefined {
  return game?.turns.flatMap((turn) => turn.moves).at(-2)?.pile;
}
