import { describe, expect, it } from "vitest";
import texts from "../../src/nonante/texts/learn.en.json";
import { CHAPTERS, type Goal } from "../src/lesson/chapters";
import { progress, type Said } from "../src/lesson/goals";
import { touches } from "../src/lesson/marks";
import { after, keep, kept, keptPlace, nameOf, SECOND, THIRD, turnTo } from "../src/lesson/place";
import type { GameView, LoggedMove, LoggedTurn } from "../src/base/protocol";
import { game, held, laid, table } from "./tables";

const QUIET: Said = new Set();
const turn = (number: number, ...moves: LoggedMove[]): LoggedTurn => ({ turn: number, seat: 0, moves });
const answer = (...moves: LoggedMove[]): LoggedTurn => ({ turn: 2, seat: 1, moves });
const at = (turns: LoggedTurn[], change: Partial<GameView> = {}) =>
  table({ game: game({ turn: turns.at(-1)?.turn ?? 1, turns, ...change }) });
const after1 = (goals: Goal[], ...moves: LoggedMove[]) => progress(goals, at([turn(1, ...moves)]), QUIET);
const done = (goal: Goal, ...moves: LoggedMove[]) => after1([goal], ...moves).done === 1;

describe("a task of the lesson", () => {
  it("is done by a card on one of its piles", () => {
    expect(done({ on: "AB" }, laid(15, "B"))).toBe(true);
    expect(done({ on: "AB" }, laid(15, "C"))).toBe(false);
    expect(done({}, laid(15, "C"))).toBe(true);
    expect(done({})).toBe(false);
  });

  it("is done by a backwards trick, or by a command", () => {
    expect(done({ on: "A", retro: true }, laid(37, "A", { retro: true }))).toBe(true);
    expect(done({ on: "A", retro: true }, laid(49, "A"))).toBe(false);
    expect(done({ mark: "skull" }, laid(31, "A", { mark: "skull" }))).toBe(true);
    expect(done({ mark: "skull" }, laid(28, "A", { mark: "stop" }))).toBe(false);
  });

  it("is done by a second card on the same pile", () => {
    const goals = [{ mark: "skull" as const }, { same: true }];
    expect(after1(goals, laid(31, "A", { mark: "skull" }), laid(34, "A")).done).toBe(2);
    expect(after1(goals, laid(31, "A", { mark: "skull" }), laid(53, "B"))).toEqual({ done: 1, astray: true });
  });

  it("is done by the end of the turn, also by the card that ends it; more cards before that are welcome", () => {
    const ended = at([turn(1, laid(60, "B")), turn(2)]);
    expect(progress([{ ended: true }], ended, QUIET).done).toBe(1);
    expect(after1([{ ended: true }], laid(60, "B"), laid(70, "B"))).toEqual({ done: 0, astray: false });
  });

  it("is done by a signal about a pile, or about oneself, whenever it was said", () => {
    const goals: Goal[] = [{ signal: "keep-off" }, { signal: "seat" }];
    expect(progress(goals, at([]), new Set(["seat"]))).toEqual({ done: 0, astray: false });
    expect(progress(goals, at([]), new Set(["keep-off", "A"])).done).toBe(1);
    expect(progress(goals, at([]), new Set(["seat", "keep-off", "A"])).done).toBe(2);
  });

  it("is done by the end of the game, the right one", () => {
    const goals: Goal[] = [{ over: "won" }];
    expect(progress(goals, at([turn(1, laid(95, "B"))], { status: "won" }), QUIET).done).toBe(1);
    expect(progress(goals, at([turn(1, laid(95, "B"))], { status: "lost" }), QUIET).done).toBe(0);
    expect(progress(goals, at([turn(1, laid(95, "B")), turn(2)]), QUIET).astray).toBe(false);
  });

  it("is done by a team-mate's turn on other piles than those it was asked to keep off", () => {
    const goals: Goal[] = [{ ended: true }, { heeded: true }];
    const played = (pile: "A" | "B") => at([turn(1, laid(60, "C")), answer(laid(70, pile)), turn(3)]);
    const running = at([turn(1, laid(60, "C")), answer(laid(70, "B"))]);
    const said: Said = new Set(["keep-off", "A"]);
    expect(progress(goals, running, said)).toEqual({ done: 1, astray: false });
    expect(progress(goals, played("B"), said)).toEqual({ done: 2, astray: false });
    expect(progress(goals, played("A"), said)).toEqual({ done: 1, astray: true });
    expect(progress(goals, played("A"), new Set(["small-steps"])).done).toBe(2);
  });

  it("is not done by others", () => {
    const others = at([{ turn: 1, seat: 1, moves: [laid(48, "A")] }, turn(2)]);
    expect(progress([{ on: "A" }], others, QUIET)).toEqual({ done: 0, astray: false });
  });

  it("is answered when something else is done, until that is taken back", () => {
    const goals: Goal[] = [{ on: "A" }, { on: "C" }];
    expect(after1(goals, laid(15, "A"), laid(20, "B"))).toEqual({ done: 1, astray: true });
    expect(after1(goals, laid(15, "A"))).toEqual({ done: 1, astray: false });
    expect(after1(goals)).toEqual({ done: 0, astray: false });
  });

  it("needs only the table as it is: updates that nobody saw are in it", () => {
    const silence = CHAPTERS.find(({ name }) => name === "silence");
    const late = at([turn(1, laid(48, "A"), laid(61, "C")), { turn: 2, seat: 1, moves: [laid(50, "A")] }, turn(3)]);
    expect(progress(silence?.goals ?? [], late, new Set(["seat"])).done).toBe(2);
  });
});

const now = (tasks: number, change: Partial<GameView> = {}, astray = false) => ({
  table: table({ game: game({ hand: held(37, 41), ...change }) }),
  picked: null,
  sheet: null,
  progress: { done: tasks, astray },
});

describe("what to touch", () => {
  const goals: Goal[] = [{ way: [[37, "A"]] }, { ended: true }, { signal: "keep-off" }, { over: "lost" }];

  it("is the card, then the pile; the end of the turn; a pile, then its signal; and what leads on", () => {
    expect(touches(goals, now(0))).toEqual(["card-37"]);
    expect(touches(goals, { ...now(0), picked: 41 })).toEqual(["card-37"]);
    expect(touches(goals, { ...now(0), picked: 37 })).toEqual(["pile-A"]);
    expect(touches(goals, now(1))).toEqual(["end-turn"]);
    expect(touches(goals, now(2))).toEqual(["pile-A"]);
    expect(touches(goals, { ...now(2), sheet: { kind: "pile", letter: "A" } })).toEqual(["signal-keep-off"]);
    expect(touches(goals, now(4))).toEqual(["lesson-next"]);
  });

  it("is the way back when something else was done", () => {
    expect(touches(goals, now(0, { can_undo: true }, true))).toEqual(["undo"]);
    expect(touches(goals, now(0, {}, true))).toEqual(["lesson-again"]);
    expect(touches(goals, now(0, { status: "lost" }))).toEqual(["lesson-again"]);
    const risk = { kind: "risk", move: "end", reason: "stuck" } as const;
    expect(touches(goals, { ...now(1), sheet: risk })).toEqual(["risk-back"]);
    expect(touches(goals, { ...now(3), sheet: risk })).toEqual(["risk-confirm"]);
  });
});

describe("the chapters", () => {
  it("have words for every task", () => {
    for (const { name, goals } of CHAPTERS) {
      const keys = [`lesson.${name}`, ...goals.map((_, n) => `lesson.${name}.${n + 1}`), `lesson.${name}.done`];
      expect(Object.keys(texts)).toEqual(expect.arrayContaining(keys));
      expect(texts).not.toHaveProperty([`lesson.${name}.${goals.length + 1}`]);
    }
  });

  it("deal hands of the right size while there are cards to draw", () => {
    for (const { name, hand, mate, draw } of CHAPTERS) {
      if (draw.length > 0) expect([name, hand.length, mate?.length]).toEqual([name, mate ? 7 : 8, mate && 7]);
    }
  });

  it("hold no card twice, and every card that is asked for", () => {
    for (const { name, hand, mate = [], draw, goals } of CHAPTERS) {
      const cards = [...hand, ...mate, ...draw];
      expect([name, new Set(cards).size]).toEqual([name, cards.length]);
      for (const [card] of goals.flatMap(({ way = [] }) => way))
        expect([name, hand]).toEqual([name, expect.arrayContaining([card])]);
    }
  });

  it("come in three parts with a rest after each, and the place is kept", () => {
    expect(CHAPTERS.map(({ part }) => part)).toEqual([1, 1, 1, 1, 1, ...CHAPTERS.slice(5, -3).map(() => 2), 3, 3, 3]);
    expect(after(THIRD - 1)).toBe("finish");
    expect(after(SECOND - 1)).toBe("half");
    expect(after(CHAPTERS.length - 1)).toBe("finish");
    expect(keptPlace()).toBe(0);
    for (const place of [3, "half", "finish"] as const) {
      keep({ place: nameOf(place) });
      expect(keptPlace()).toBe(place);
    }
    turnTo("steps");
    expect(keptPlace()).toBe(THIRD + 1);
    turnTo("nowhere");
    expect(keptPlace()).toBe(THIRD + 1);
    localStorage.setItem("nonante.lesson", "nonsense");
    expect([keptPlace(), kept().done]).toEqual([0, []]);
  });
});
