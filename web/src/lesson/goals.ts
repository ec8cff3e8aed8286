// Whether what a seat did is what the tasks asked for: read from the table as it is, so that nothing that happened can be missed.
import type { LoggedMove, PileLetter, TableView } from "../base/protocol";
import type { Goal } from "./chapters";

/** What a seat has said so far: about a pile, about itself. */
export type Said = ReadonlySet<"pile" | "seat">;

export interface Progress {
  /** How many tasks are done. */
  done: number;
  /** Something else was done since the last of them. */
  astray: boolean;
}

type Deed = LoggedMove | "end";

/** How far this seat has come. */
export function progress(goals: Goal[], table: TableView, said: Said): Progress {
  const state: Progress = { done: 0, astray: false };
  let before: PileLetter | undefined;
  hear(goals, state, said);
  for (const deed of deedsOf(table)) {
    const goal = goals[state.done];
    if (!goal) break;
    if (reached(goal, deed, before)) step(state);
    else state.astray ||= !welcome(goal, deed);
    hear(goals, state, said);
    if (deed !== "end") before = deed.pile;
  }
  if (goals[state.done]?.over && goals[state.done]?.over === table.game?.status) step(state);
  return state;
}

function step(state: Progress): void {
  state.done += 1;
  state.astray = false;
}

function hear(goals: Goal[], state: Progress, said: Said): void {
  for (let goal = goals[state.done]; goal?.signal && said.has(goal.signal); goal = goals[state.done]) step(state);
}

/** Every card this seat has laid and every turn it has ended; a lesson's table keeps all its turns. */
function deedsOf({ game, you }: TableView): Deed[] {
  const turns = game?.turns.filter(({ seat }) => seat === you) ?? [];
  const running = (turn: number) => game?.status === "playing" && game.turn === turn;
  return turns.flatMap(({ turn, moves }) => (moves as Deed[]).concat(running(turn) ? [] : "end"));
}

function reached(goal: Goal, deed: Deed, before: PileLetter | undefined): boolean {
  if (goal.signal || goal.over) return false;
  if (goal.ended || deed === "end") return goal.ended === true && deed === "end";
  return (
    (!goal.on || goal.on.includes(deed.pile)) &&
    (!goal.mark || goal.mark === deed.mark) &&
    (!goal.retro || deed.retro) &&
    (!goal.same || deed.pile === before)
  );
}

/** Not what was asked for, and no matter: more cards before the end of a turn, any way to the end of a game. */
function welcome(goal: Goal, deed: Deed): boolean {
  return goal.over !== undefined || (goal.ended === true && deed !== "end");
}
