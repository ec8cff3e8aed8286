import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CHAPTERS, type Goal } from "../src/lesson/chapters";
import { progress } from "../src/lesson/goals";
import type { LoggedMove, News, SignalView } from "../src/protocol";
import { Session } from "../src/session";
import { FakeSocket, useFakeSockets } from "./socket";
import { game, laid, news, table, update, welcome } from "./tables";

const done = (goal: Goal, item: News, view = table()) => progress([goal], 0, view, [item]) === 1;
const play = (move: LoggedMove | null, change: Partial<News> = {}) => news({ kind: "played", move, ...change });
const signal = (change: Partial<SignalView>) =>
  news({ kind: "signalled", signal: { seat: 0, signal: "trouble", pile: null, command: null, ...change } });
const after = (...moves: LoggedMove[]) => table({ game: game({ turns: [{ turn: 1, seat: 0, moves }] }) });

describe("a task of the lesson", () => {
  it("is done by a card on one of its piles", () => {
    expect(done({ on: "AB" }, play(laid(15, "B")))).toBe(true);
    expect(done({ on: "AB" }, play(laid(15, "C")))).toBe(false);
    expect(done({}, play(laid(15, "C")))).toBe(true);
    expect(done({}, play(null))).toBe(false);
  });

  it("is done by a backwards trick, or by a command", () => {
    expect(done({ on: "A", retro: true }, play(laid(37, "A", { retro: true })))).toBe(true);
    expect(done({ on: "A", retro: true }, play(laid(49, "A")))).toBe(false);
    expect(done({ mark: "skull" }, play(laid(31, "A", { mark: "skull" })))).toBe(true);
    expect(done({ mark: "skull" }, play(laid(28, "A", { mark: "stop" })))).toBe(false);
  });

  it("is done by a second card on the same pile", () => {
    expect(done({ same: true }, play(laid(34, "A")), after(laid(31, "A"), laid(34, "A")))).toBe(true);
    expect(done({ same: true }, play(laid(53, "B")), after(laid(31, "A"), laid(53, "B")))).toBe(false);
  });

  it("is done by the end of the turn, also by the card that ends it", () => {
    expect(done({ ended: true }, play(null, { ended_turn: true }))).toBe(true);
    expect(done({ ended: true }, play(laid(60, "B"), { ended_turn: true }))).toBe(true);
    expect(done({ ended: true }, play(laid(60, "B")))).toBe(false);
  });

  it("is done by a signal about a pile, or about oneself, and not by taking one back", () => {
    expect(done({ signal: "pile" }, signal({ signal: "keep-off", pile: "A" }))).toBe(true);
    expect(done({ signal: "pile" }, signal({}))).toBe(false);
    expect(done({ signal: "seat" }, signal({}))).toBe(true);
    expect(done({ signal: "seat" }, { ...signal({}), on: false })).toBe(false);
  });

  it("is not done by others, nor by what is no move", () => {
    expect(done({ on: "A" }, play(laid(48, "A"), { seat: 1 }))).toBe(false);
    expect(done({}, news({ kind: "undone", move: laid(48, "A") }))).toBe(false);
  });

  it("counts each piece of news for one task alone", () => {
    expect(progress([{}, {}, {}], 0, table(), [play(laid(48, "A")), play(laid(53, "A"))])).toBe(2);
    expect(progress([{}], 1, table(), [play(laid(48, "A"))])).toBe(1);
  });
});

describe("a chapter", () => {
  let session: Session;
  beforeEach(useFakeSockets);
  afterEach(() => session.close());

  /** Play a chapter's updates as fast as they can come. */
  function playThrough(goals: Goal[], ...items: News[][]): number {
    let count = 0;
    session = new Session("BCDFGH", "lesson", (view, told) => {
      count = progress(goals, count, view, told);
    });
    const socket = FakeSocket.last.open();
    socket.say(welcome());
    for (const [n, told] of items.entries()) socket.say(update({ table: table({ seq: n + 2 }), news: told }));
    return count;
  }

  it("misses nothing when the team-mate answers before the page is drawn", () => {
    const silence = CHAPTERS.find(({ name }) => name === "silence");
    const mate = { ...signal({ seat: 1 }), seat: 1 };
    const cover = [play(laid(48, "A"))];
    expect(playThrough(silence?.goals ?? [], cover, [mate], [signal({})], [mate])).toBe(silence?.goals.length);
  });
});
