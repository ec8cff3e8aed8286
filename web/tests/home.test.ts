// What home is about, the ladder, and the level: all from what this device has kept.
import { describe, expect, it } from "vitest";
import type { OwnTable } from "../src/base/protocol";
import { playedByHints, type Finished } from "../src/history/history";
import { nextRung, RUNGS, rungOf, starCount, starsOf } from "../src/history/ladder";
import { runningOf, situationOf, waitingOf, type Known } from "../src/home/situation";
import { levelOf } from "../src/stats/level";

const table = (code: string, change: Partial<OwnTable> = {}): OwnTable => ({
  code,
  you: 0,
  edition: "base",
  names: ["Zoé"],
  levels: [null],
  status: "playing",
  active: 0,
  score: 40,
  draw_count: 20,
  tops: [1, 1, 100, 100],
  paused: false,
  deals: 1,
  slow: false,
  waited: null,
  ...change,
});
const withBob = { names: ["Zoé", "Bob"], levels: [null, null] };
const known = (change: Partial<Known> = {}): Known => ({
  lost: false,
  first: false,
  tables: [],
  next: "solo",
  ...change,
});

describe("home", () => {
  it("is about the first thing that fits: no connection, a first visit, a game, the day, any game", () => {
    expect(situationOf(known({ lost: true, first: true }))).toBe("offline");
    expect(situationOf(known({ first: true }))).toBe("first");
    expect(situationOf(known({ tables: [table("A")] }))).toBe("running");
    expect(situationOf(known())).toBe("day");
    expect(situationOf(known({ next: undefined }))).toBe("done");
  });

  it("continues a game that waits for nobody else, not one with people or one that is over", () => {
    const bots = table("B", { names: ["Zoé", "Ada"], levels: [null, "steady"] });
    expect(runningOf([table("A", withBob), table("O", { status: "lost" }), bots])?.code).toBe("B");
    expect(situationOf(known({ tables: [table("A", withBob)] }))).toBe("day");
  });

  it("lists tables that wait, one's own turn first; finished ones are not among them", () => {
    const tables = [
      table("LOBBY", { ...withBob, status: "lobby", active: null }),
      table("OTHERS", { ...withBob, active: 1 }),
      table("OVER", { status: "won" }),
      table("MINE", withBob),
      table("ALONE"),
    ];
    expect(waitingOf(tables).map(({ code }) => code)).toEqual(["MINE", "OTHERS", "LOBBY"]);
  });
});

const game = (change: Partial<Finished> = {}): Finished => ({
  id: "BCDFGH.1",
  code: "BCDFGH",
  deal: 1,
  at: 1,
  edition: "base",
  players: 1,
  team: [{ name: "Z", level: null }],
  you: 0,
  result: "won",
  grade: "champions",
  left: 0,
  reason: null,
  turns: 40,
  hints: 2,
  known: null,
  ...change,
});
const reviewed = (given: number, marks: number, kinds = {}): Partial<Finished> => ({
  review: { given, decisions: 10, marks, kinds },
});

describe("the ladder", () => {
  it("puts a game on its rung by its cards and its edition", () => {
    const rungs = ["base", "expert-short", "on-fire", "expert+extreme"].map((edition) => rungOf({ edition }));
    expect(rungs).toEqual(["normal", "expert", "on-fire", "extreme"]);
    expect(rungOf({ edition: "base", rung: "hard" })).toBe("hard");
  });

  it("gives a star for a win, for one with at most one costly turn, for one without hints", () => {
    const easy = { rung: "easy" } as const;
    expect(starsOf([game({ ...easy, result: "lost" })], "easy")).toEqual([false, false, false]);
    expect(starsOf([game(easy)], "easy")).toEqual([true, false, false]);
    expect(starsOf([game({ ...easy, ...reviewed(9, 1) })], "easy")).toEqual([true, true, false]);
    expect(starsOf([game({ ...easy, ...reviewed(9, 2), hints: 0 })], "easy")).toEqual([true, false, true]);
    expect(starsOf([game({ ...easy, known: "same" })], "easy")).toEqual([false, false, false]);
  });

  it("leads from rung to rung, then to the stars that are missing", () => {
    expect(nextRung([])).toBe("easy");
    expect(nextRung([game({ rung: "easy" }), game()])).toBe("hard");
    const all = RUNGS.map((rung) =>
      game(["easy", "normal", "hard"].includes(rung) ? { rung: rung as "easy" } : { edition: rung }),
    );
    expect(starCount(all)).toBe(6);
    expect(nextRung(all)).toBe("easy");
  });
});

describe("the level", () => {
  it("is what a decision gives away, in the last reviewed games", () => {
    expect(levelOf([game()])).toBeNull();
    expect(levelOf([game(reviewed(20, 2, { wait: 1 })), game(reviewed(10, 1, { ten: 2 }))])).toEqual({
      points: 1.5,
      better: null,
      curve: [2, 1.5],
      games: 2,
      mistake: { kind: "ten", count: 2 },
    });
  });

  it("is compared with the games before", () => {
    const games = Array.from({ length: 40 }, (_, n) => game(reviewed(n < 20 ? 30 : 10, 1)));
    expect(levelOf(games)?.better).toBeCloseTo(2);
  });
});

it("a game is played by hints where every turn of one's own had one", () => {
  expect(playedByHints(game({ turns: 40, hints: 39 }))).toBe(false);
  expect(playedByHints(game({ turns: 40, hints: 40 }))).toBe(true);
  expect(playedByHints(game({ turns: 40, players: 4, hints: 10 }))).toBe(true);
});
