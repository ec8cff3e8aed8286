// Whether what a seat did is what the tasks asked for: read from the table as it is, so that nothing that happened can be missed.
import type { LoggedMove, PileLetter, TableView } from "../base/protocol";
import type { Goal, Said as Word } from "./chapters";

/** A word of a seat, or a pile it asked the others to keep off. */
export type Heard = Word | PileLetter;

/** All that a seat has said so far. */
export type Said = ReadonlySet<Heard>;

export interface Progress {
  /** How many tasks are done. */
  done: number;
  /** Something else was done since the last of them. */
  astray: boolean;
}

/** A card, the end of a turn, or all that somebody else laid in a turn that is over. */
type Deed = LoggedMove | "end" | LoggedMove[];

/** How far this seat has come. */
export function progress(goals: Goal[], table: TableView, said: Said): Progress {
  const state: Progress = { done: 0, astray: false };
  let before: PileLetter | undefined;
  hear(goals, state, said);
  for (const deed of deedsOf(table)) {
    const goal = goals[state.done];
    if (!goal) break;
    if (Array.isArray(deed)) {
      if (goal.heeded) answered(state, deed, said);
      continue;
    }
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

function answered(state: Progress, moves: LoggedMove[], said: Said): void {
  if (moves.some(({ pile }) => said.has(pile))) state.astray = true;
  else step(state);
}

function hear(goals: Goal[], state: Progress, said: Said): void {
  for (let goal = goals[state.done]; goal?.signal && said.has(goal.signal); goal = goals[state.done]) step(state);
}

/** Every card this seat has laid, every turn it has ended, and what others did; a lesson's table keeps all its turns. */
function deedsOf({ game, you }: TableView): Deed[] {
  const running = (turn: number) => game?.status === "playing" && game.turn === turn;
  return (game?.turns ?? []).flatMap(({ turn, seat, moves }): Deed[] => {
    if (seat !== you) return running(turn) ? [] : [moves];
    return (moves as Deed[]).concat(running(turn) ? [] : "end");
  });
}

function reached(goal: Goal, deed: LoggedMove | "end", before: PileLetter | undefined): boolean {
  if (goal.signal || goal.over || goal.heeded) return false;
  if (goal.ended || deed === "end") return goal.ended === true && deed === "end";
  return (
    (!goal.on || goal.on.includes(deed.pile)) &&
    (!goal.mark || goal.mark === deed.mark) &&
    (!goal.retro || deed.retro) &&
    (!goal.same || deed.pile === before)
  );
}

/** Not what was asked for, and no matter: more cards before the end of a turn, any way to the end of a game. */
function welcome(goal: Goal, deed: LoggedMove | "end"): boolean {
  return goal.over !== undefined || goal.heeded === true || (goal.ended === true && deed !== "end");
}
