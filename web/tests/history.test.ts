import { beforeEach, describe, expect, it, vi } from "vitest";
import { countHint, finished, forgetGames, keepGame } from "../src/history/history";
import type { GameView, TableView } from "../src/base/protocol";
import { game, seat, table } from "./tables";

const SEATS = [seat("Zoé"), seat("Ada", { level: "champion" })];

function over(change: Partial<GameView> = {}, at: Partial<TableView> = {}): TableView {
  return table({ seats: SEATS, game: game({ status: "won", score: 0, grade: "champions", ...change }), ...at });
}

beforeEach(() => forgetGames());

describe("the games of this device", () => {
  it("are kept once each, the oldest first", () => {
    vi.useFakeTimers({ now: 1000 });
    keepGame(over());
    vi.setSystemTime(2000);
    const again = keepGame(over());
    keepGame(over({ status: "lost", score: 12, reason: "stuck" }, { deals: 2 }));
    vi.useRealTimers();
    expect(again?.at).toBe(1000);
    expect(finished.value.map(({ id, at, result }) => [id, at, result])).toEqual([
      ["BCDFGH.1", 1000, "won"],
      ["BCDFGH.2", 2000, "lost"],
    ]);
  });

  it("tell who played what, and how it ended", () => {
    expect(keepGame(over({ status: "lost", score: 12, reason: "stuck", turn: 31, known: "link" }))).toMatchObject({
      edition: "base",
      players: 2,
      team: [
        { name: "Zoé", level: null },
        { name: "Ada", level: "champion" },
      ],
      you: 0,
      left: 12,
      reason: "stuck",
      turns: 31,
      known: "link",
    });
  });

  it("are those one had a seat in, once they are over", () => {
    expect([keepGame(table()), keepGame(over({}, { you: null })), keepGame(table({ game: null }))]).toEqual([
      null,
      null,
      null,
    ]);
    expect(finished.value).toEqual([]);
  });

  it("say how many hints were taken in each", () => {
    countHint(table());
    countHint(table());
    countHint(table({ deals: 2 }));
    expect([keepGame(over())?.hints, keepGame(over({}, { deals: 2 }))?.hints]).toEqual([2, 1]);
    expect(localStorage.getItem("nonante.hints")).toBe("{}");
  });

  it("can be forgotten, one or all", () => {
    for (const deals of [1, 2, 3]) keepGame(over({}, { deals }));
    forgetGames("BCDFGH.2");
    expect(finished.value.map(({ deal }) => deal)).toEqual([1, 3]);
    forgetGames();
    expect(finished.value).toEqual([]);
  });

  it("survive what cannot be read, and what a newer client wrote is left alone", () => {
    localStorage.setItem("nonante.history", "{");
    expect(keepGame(over())?.result).toBe("won");
    const newer = JSON.stringify({ version: 2, games: "elsewhere" });
    localStorage.setItem("nonante.history", newer);
    keepGame(over());
    expect(localStorage.getItem("nonante.history")).toBe(newer);
  });
});
