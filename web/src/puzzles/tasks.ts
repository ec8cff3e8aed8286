// What can be tried on the table: a puzzle of the list, or a turn of one's own games.
import { ask } from "../net/api";
import type { AskTurn, PuzzleInfo, PuzzleLine, PuzzleState, Rating, TrialState, TriedTurn } from "../base/protocol";
import { noteMistakeTry, type Mistake } from "../history/mistakes";
import { kept, noteTry } from "../history/solved";
import { named } from "./line";

/** What came of some moves; of a turn of a game also what it is worth. */
export type Tried = PuzzleState & { tried?: TriedTurn | null };

export interface Task {
  id: string;
  /** Whether only one hand is seen. */
  hidden: boolean;
  /** Whether nothing came of it yet on this device. */
  open: boolean;
  /** What comes of some moves; `first`: whether that counts. */
  step: (moves: string[], first: boolean) => Promise<Tried>;
  answer: () => Promise<PuzzleLine>;
  /** Keep what came of the first try, and the rating after it. */
  note: (right: boolean, rating: Rating | null) => void;
}

const post = <T>(path: string, body: object): Promise<T> =>
  ask<T>(path, { method: "POST", body: JSON.stringify(body) });

export function puzzleTask({ name, kind }: PuzzleInfo): Task {
  const path = `/api/puzzles/${name}`;
  return {
    id: name,
    hidden: kind === "chance",
    open: kept.peek().solved[name] === undefined,
    step: async (moves, first) => {
      const state = await post<PuzzleState>(path, { moves, first, rating: kept.peek().rating });
      return { ...state, table: named(state.table) };
    },
    answer: () => ask(`${path}/answer`),
    note: (right, rating) => noteTry(name, right, rating),
  };
}

/** A turn that costs somebody points, kept to be tried again. */
export const mistakeTask = ({ id, link, turn, plan, solved }: Mistake): Task => ({
  ...turnTask(id, { text: link, turn }, plan),
  open: solved === undefined,
  note: (right) => noteMistakeTry(id, right),
});

/** A turn of a finished game, as its seat saw it; `plan` is the champion's. */
export function turnTask(id: string, asked: Partial<AskTurn>, plan: string[]): Task {
  const attempt = (moves: string[]) => post<TrialState>("/api/review/try", { ...asked, moves });
  return {
    id,
    hidden: true,
    open: false,
    step: async (moves) => {
      const { table, tried, line, refutation } = await attempt(moves);
      const verdict = tried && (tried.right ? "solved" : "wrong");
      return { table, hands: null, draw: null, verdict, line, refutation, rating: null, tried };
    },
    answer: async () => (await attempt(plan)).line ?? Promise.reject(new TypeError("no answer")),
    note: () => undefined,
  };
}
