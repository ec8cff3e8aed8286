import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { addSolved, forgetPuzzles, kept, noteTry } from "../src/history/solved";
import { forgetGames } from "../src/history/history";
import { addGames } from "../src/history/merging";
import { forgetMistakes, mistakes, noteMistakes, noteMistakeTry } from "../src/history/mistakes";
import type { CostlyTurn, PuzzleInfo, PuzzleLine, PuzzleTheme, Review } from "../src/base/protocol";
import { lineFrom, runOn } from "../src/puzzles/line";
import { goOn, groupsOf, nextOf } from "../src/puzzles/themes";
import { game, table } from "./tables";

const info = (name: string, theme: PuzzleTheme, edition = "base"): PuzzleInfo => ({
  name,
  theme,
  edition,
  kind: "exact",
  rating: 1000,
  players: 1,
});
const LIST = [
  info("1", "room"),
  info("2", "room"),
  info("3", "wait"),
  info("4", "room", "expert"),
  info("5", "room", "expert"),
];
const GAME = {
  id: "BCDFGH.1",
  code: "BCDFGH",
  deal: 1,
  at: 1,
  edition: "base",
  players: 2,
  you: 0,
  result: "lost",
  grade: "lost",
  team: [
    { name: "Ann", level: null },
    { name: "Ben", level: null },
  ],
  left: 20,
  reason: "stuck",
  turns: 9,
  hints: 0,
  known: null,
};
const RATING = { value: 1300, deviation: 200, volatility: 0.06 };

const costly = (turn: number, seat: number, loss: number): CostlyTurn => ({
  turn,
  seat,
  loss,
  best: 60,
  played: 60 - loss,
  plan: ["2A", "end"],
  moves: [],
  reasons: [],
  choices: [],
  drawn: [],
});
const review = (...turns: CostlyTurn[]) => ({ costly: turns }) as unknown as Review;

function line(frames: number): PuzzleLine {
  return {
    turns: [{ turn: 1, seat: 0, first: 0, decision: 0, last: frames - 1, moves: [], drawn: [] }],
    frames: Array.from({ length: frames }, (_, seq) => ({
      table: table({ seq, game: game() }),
      hands: [[]],
      news: null,
    })),
  };
}

beforeEach(forgetPuzzles);

describe("the list of puzzles", () => {
  it("is cut where edition or theme change", () => {
    const names = groupsOf(LIST).map(({ puzzles }) => puzzles.map(({ name }) => name).join());
    expect(names).toEqual(["1,2", "3", "4,5"]);
  });

  it("leads on inside a theme, then to the first that is open", () => {
    const [first = []] = groupsOf(LIST).map(({ puzzles }) => puzzles);
    expect(nextOf(LIST, first, "1")?.name).toBe("2");
    noteTry("2", true, null);
    expect(nextOf(LIST, first, "1")?.name).toBe("3");
    expect(goOn(first)?.name).toBe("1");
    noteTry("1", false, null);
    expect(goOn(first)?.name).toBe("1");
  });
});

describe("what is kept", () => {
  it("is the first try of each puzzle and the rating after it", () => {
    noteTry("1", false, RATING);
    noteTry("1", true, { ...RATING, value: 1400 });
    expect(kept.value.solved).toEqual({ "1": false });
    expect(kept.value.rating).toEqual(RATING);
  });

  it("takes a rating from a file only where there is none and it can be one", () => {
    addSolved({ version: 1, solved: {}, best: 0, rating: { ...RATING, value: -5 } });
    expect(kept.value.rating).toBeNull();
    addSolved({ version: 1, solved: {}, best: 0, rating: RATING });
    addSolved({ version: 1, solved: {}, best: 0, rating: { ...RATING, value: 2000 } });
    expect(kept.value.rating).toEqual(RATING);
  });
});

describe("one's own mistakes", () => {
  beforeEach(() => {
    forgetMistakes();
    forgetGames();
    addGames([GAME]);
  });

  it("are the costly turns that one played oneself, each once", () => {
    noteMistakes("BCDFGH.1", "link", review(costly(3, 0, 20), costly(4, 1, 30), costly(5, 0, 4)));
    noteMistakes("BCDFGH.1", "link", review(costly(3, 0, 20)));
    expect(mistakes.value.map(({ id, turn }) => [id, turn])).toEqual([["BCDFGH.1.3", 3]]);
  });

  it("of other people's games are not kept", () => {
    noteMistakes("XXXXXX.1", "link", review(costly(3, 0, 20)));
    expect(mistakes.value).toEqual([]);
  });

  it("remember their first try", () => {
    noteMistakes("BCDFGH.1", "link", review(costly(3, 0, 20)));
    noteMistakeTry("BCDFGH.1.3", false);
    noteMistakeTry("BCDFGH.1.3", true);
    expect(mistakes.value[0]?.solved).toBe(false);
  });
});

describe("a line on the table", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is there at its end at once where nothing may move", () => {
    expect(lineFrom(line(4), 1).at.value).toBe(3);
  });

  it("goes on by itself until somebody chooses a step", () => {
    const watching = lineFrom(line(6), 0);
    watching.at.value = 0;
    const stop = runOn(watching);
    vi.advanceTimersByTime(1300);
    expect(watching.at.value).toBe(2);
    watching.goFrame(1);
    vi.advanceTimersByTime(5000);
    expect(watching.at.value).toBe(1);
    stop();
  });

  it("stops at its end", () => {
    const watching = lineFrom(line(3), 0);
    watching.at.value = 0;
    const stop = runOn(watching);
    vi.advanceTimersByTime(5000);
    expect(watching.at.value).toBe(2);
    stop();
  });
});
