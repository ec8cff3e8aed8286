// What the kept games say.
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Finished } from "../src/history/history";
import { achievements } from "../src/stats/achievements";
import { counted, groups, mean, share, streaks, teamOf } from "../src/stats/figures";

const game = (n: number, change: Partial<Finished> = {}): Finished => ({
  id: `BCDFGH.${n}`,
  code: "BCDFGH",
  deal: n,
  at: n,
  edition: "base",
  players: 1,
  team: [{ name: "Z", level: null }],
  you: 0,
  result: "lost",
  grade: "lost",
  left: 12,
  reason: "stuck",
  turns: 30,
  hints: 0,
  known: null,
  ...change,
});
const won = (n: number, change: Partial<Finished> = {}) =>
  game(n, { result: "won", left: 0, grade: "champions", reason: null, ...change });

const done = (games: Finished[]) =>
  achievements(games)
    .filter((one) => one.done)
    .map(({ name }) => name);

describe("figures", () => {
  it("leave known deals out", () => {
    expect(counted([game(1), game(2, { known: "same" })]).length).toBe(1);
  });

  it("count rows of wins", () => {
    expect(streaks([won(1), won(2), game(3), won(4)])).toEqual({ now: 1, longest: 2 });
    expect(streaks([])).toEqual({ now: 0, longest: 0 });
  });

  it("give a share with its interval", () => {
    expect(share(0, 0)).toBeNull();
    expect(share(5, 10)).toEqual({ percent: 50, low: 24, high: 76 });
    expect(share(10, 10)?.high).toBe(100);
  });

  it("group by team without oneself", () => {
    const team = [
      { name: "A", level: null },
      { name: "B", level: "champion" },
    ];
    const games = [game(1), game(2, { team, players: 2, you: 0 }), game(3, { team, players: 2, you: 0 })];
    expect(groups(games, teamOf).map(({ name, games: all }) => [name, all.length])).toEqual([
      ["champion", 2],
      ["", 1],
    ]);
    expect(mean([])).toBeNull();
  });

  it("reach what they teach only by real games", () => {
    expect(done([won(1, { edition: "extreme", known: "same" })])).toEqual([]);
    expect(done([won(1, { edition: "extreme", hints: 2 })])).toEqual(["excellent", "win", "extreme"]);
    expect(done([won(1, { hints: 30 })])).toEqual([]);
  });
});

describe("the file of all games", () => {
  beforeEach(() => {
    localStorage.clear();
    vi.resetModules();
  });

  it("is read back, each game once, and anything else is refused", async () => {
    const { readHistory, historyText } = await import("../src/stats/files");
    const { finished, forgetGames } = await import("../src/history/history");
    const file = JSON.stringify({ format: "nonante-history", version: 1, games: [game(1), won(2), { id: 7 }, null] });
    expect(await readHistory(file)).toEqual({ fresh: 2, damaged: 0 });
    expect(await readHistory(file)).toEqual({ fresh: 0, damaged: 0 });
    const text = await historyText();
    forgetGames();
    expect(finished.value).toEqual([]);
    expect(await readHistory(text)).toMatchObject({ fresh: 2 });
    expect(finished.value.map(({ id }) => id)).toEqual(["BCDFGH.1", "BCDFGH.2"]);
    const bad = ["", "{", "[]", "null", '{"format": "nonante-record"}'];
    expect(await Promise.all(bad.map(readHistory))).toEqual(Array(5).fill(null));
  });
});
