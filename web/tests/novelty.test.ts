import { describe, expect, it } from "vitest";
import { whatIsNew, type Novelty } from "../src/end/novelty";
import type { Finished } from "../src/history/history";

const MARCH = new Date(2026, 2, 10).getTime();
const APRIL = new Date(2026, 3, 10).getTime();

let count = 0;
function game(change: Partial<Finished> = {}): Finished {
  count += 1;
  const team = [{ name: "Zoé", level: null }];
  const end = { result: "won" as const, left: 0, grade: null, reason: null, turns: 40, hints: 1, known: null };
  return {
    id: `T.${count}`,
    code: "T",
    deal: count,
    at: APRIL,
    edition: "base",
    players: 1,
    team,
    you: 0,
    ...end,
    ...change,
  };
}
const won = game;
const lost = (left = 12, change: Partial<Finished> = {}) => game({ result: "lost", left, reason: "stuck", ...change });

/** What is new about the last of these games. */
function newest(...games: Finished[]): Novelty[] {
  return whatIsNew(games, games.at(-1) as Finished);
}
const kinds = (...games: Finished[]) => newest(...games).map(({ kind }) => kind);

describe("what is new", () => {
  it("is nothing after an ordinary game", () => {
    expect(newest(won(), lost(), won())).toEqual([]);
    expect(newest(lost(5), lost(7))).toEqual([]);
  });

  it("is the first win, and nothing beside it", () => {
    expect(newest(won({ hints: 0 }))).toEqual([{ kind: "first", games: 1 }]);
    expect(newest(lost(), lost(), won())).toEqual([{ kind: "first", games: 3 }]);
  });

  it("is a row of wins, rarer when it is the longest", () => {
    expect(newest(won(), won(), lost(), won(), won())).toEqual([{ kind: "row", count: 2, longest: false, best: 2 }]);
    expect(newest(won(), won(), won())).toEqual([{ kind: "row", count: 3, longest: true, best: 2 }]);
  });

  it("is the first win of an edition, a round number, a win without hints, the quickest", () => {
    expect(kinds(won(), lost(), won({ edition: "extreme" }))).toEqual(["edition"]);
    expect(kinds(...Array.from({ length: 9 }, () => [won(), lost()]).flat(), won())).toEqual(["round"]);
    expect(kinds(won(), lost(), won({ hints: 0 }))).toEqual(["unaided"]);
    expect(kinds(won(), won(), won(), lost(), won({ turns: 39 }))).toEqual(["quickest"]);
  });

  it("is the best month, told once", () => {
    const march = [won({ at: MARCH }), lost(3, { at: MARCH })];
    const month = { kind: "month", at: APRIL, won: 2, games: 3, before: { at: MARCH, won: 1, games: 2 } };
    expect(newest(...march, won(), lost(), won())).toEqual([month]);
    expect(kinds(...march, won(), lost(), won(), lost(), won())).toEqual([]);
  });

  it("is three things at most, the rarest first", () => {
    const march = [won({ at: MARCH }), won({ at: MARCH }), won({ at: MARCH }), lost(3, { at: MARCH })];
    const april = [won(), won(), won(), won({ edition: "extreme", hints: 0 })];
    expect(kinds(...march, ...april)).toEqual(["edition", "row", "unaided"]);
  });

  it("is the best result of its kind that was not a win", () => {
    expect(newest(lost(9), lost(8), lost(7), lost(5))).toEqual([{ kind: "best", left: 5, before: 7 }]);
    expect(newest(lost(9), lost(8), lost(7, { players: 2 }), lost(5))).toEqual([]);
  });

  it("leaves known deals out", () => {
    expect(newest(won({ known: "same" }))).toEqual([]);
    expect(newest(won({ known: "link" }), won())).toEqual([{ kind: "first", games: 1 }]);
  });
});
