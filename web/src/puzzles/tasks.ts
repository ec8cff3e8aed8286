// What can be tried on the table: a puzzle of the list, or a turn of one's own games.
import { ask } from "../net/api";
import type { PuzzleInfo, PuzzleLine, PuzzleState, Rating, TrialState } from "../base/protocol";
import { noteMistakeTry, type Mistake } from "../history/mistakes";
import { kept, noteTry } from "../history/solved";
import { named } from "./line";

export interface Task {
  id: string;
  /** Whether only one hand is seen. */
  hidden: boolean;
  /** Whether nothing came of it yet on this device. */
  open: boolean;
  /** What comes of some moves; `first`: whether that counts. */
  step: (moves: string[], first: boolean) => Promise<PuzzleState>;
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

export function mistakeTask({ id, link, turn, plan, solved }: Mistake): Task {
  const attempt = (moves: string[]) => post<TrialState>("/api/review/try", { text: link, turn, moves });
  return {
    id,
    hidden: true,
    open: solved === undefined,
    step: async (moves) => {
      const { table, tried, line, refutation } = await attempt(moves);
      const verdict = tried && (tried.right ? "solved" : "wrong");
      return { table, hands: null, draw: null, verdict, line, refutation, rating: null };
    },
    answer: async () => (await attempt(plan)).line ?? Promise.reject(new TypeError("no answer")),
    note: (right) => noteMistakeTry(id, right),
  };
}
