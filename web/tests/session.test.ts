import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { finished, forgetGames } from "../src/history/history";
import { seatToken } from "../src/net/seats";
import { notice } from "../src/base/notice";
import { played } from "../src/base/plan";
import { prefer } from "../src/preferences/preferences";
import type { GameView, LoggedMove } from "../src/base/protocol";
import { Session, type Watch } from "../src/session/session";
import { FakeSocket, useFakeSockets } from "./socket";
import { advice, game, held, laid, news, pileView, refusal, seat, table, update, welcome } from "./tables";

let session: Session;

function join(secret: string | null = null, watch: Watch | null = null, first = welcome()): FakeSocket {
  session = new Session("BCDFGH", secret, watch);
  const socket = FakeSocket.last.open();
  socket.say(first);
  return socket;
}

const after = (...moves: LoggedMove[]) => game({ turns: [{ turn: 1, seat: 0, moves }] });
const at = (turn: number, active: number, ...cards: number[]) =>
  table({ seq: turn * 2, game: game({ turn, active, hand: held(...cards) }) });

beforeEach(() => {
  forgetGames();
  vi.useFakeTimers();
  useFakeSockets();
});

afterEach(() => {
  session.close();
  vi.useRealTimers();
});

describe("a session", () => {
  it("keeps the secret of the seat it was given", () => {
    join().say(welcome({ token: "new-secret" }));
    expect(seatToken("BCDFGH")).toBe("new-secret");
    expect(session.token()).toBe("new-secret");
  });

  it("keeps a lesson's secret to itself", () => {
    const socket = join("lesson");
    expect(socket.sent[0]).toMatchObject({ token: "lesson" });
    expect(seatToken("BCDFGH")).toBeNull();
  });

  it("shows the newest table and never an older one", () => {
    const socket = join();
    socket.say(update({ table: table({ seq: 5 }) }));
    socket.say(update({ table: table({ seq: 4 }) }));
    expect(session.view.value?.seq).toBe(5);
  });

  it("lets go of a picked card that left the hand", () => {
    const socket = join();
    socket.say(update({ table: table({ seq: 2, game: game({ hand: held(37, 41) }) }) }));
    session.picked.value = 37;
    socket.say(update({ table: table({ seq: 2, game: game({ hand: held(37, 41) }) }) }));
    expect(session.picked.value).toBe(37);
    socket.say(update({ table: table({ seq: 3, game: game({ hand: held(41) }) }) }));
    expect(session.picked.value).toBeNull();
  });

  it("keeps a plan while the turn goes that way, and lets go of it when the turn goes another way or is over", () => {
    const ways: [GameView, number | null][] = [
      [after(laid(37, "A")), 1],
      [after(laid(37, "A"), laid(41, "A")), 2],
      [after(laid(37, "A"), laid(50, "A")), null],
      [after(laid(41, "A")), null],
      [game({ turn: 2 }), null],
    ];
    for (const [now, done] of ways) {
      const socket = join();
      socket.say(advice());
      socket.say(update({ table: table({ seq: 2, game: now }) }));
      const plan = session.advice.value;
      expect(plan && played(plan, session.table.value)).toBe(done);
      session.close();
    }
  });

  it("shows a card laid at once, and lets it return when it is refused", () => {
    const socket = join();
    const options = [{ pile: "A" as const, ok: true, jump: 3, retro: false, refusal: null, rule: null, loses: null }];
    const hand = [{ card: 37, mark: null, options }, ...held(41)];
    const piles = [pileView("A", 34), pileView("B", 1)];
    socket.say(update({ table: table({ seq: 2, game: game({ hand, piles }) }) }));
    session.send({ type: "play", move: "37A", seq: 2 });
    const ahead = session.table.value.game;
    expect([ahead?.hand.map(({ card }) => card), ahead?.piles.map(({ top }) => top)]).toEqual([[41], [37, 1]]);
    const then = vi.fn<() => void>();
    session.afterwards(then);
    socket.say({ type: "refused", key: socket.commands.at(-1)?.key ?? "", refusal: refusal("stale") });
    const back = session.table.value.game;
    expect([back?.hand.map(({ card }) => card), back?.piles.map(({ top }) => top)]).toEqual([
      [37, 41],
      [34, 1],
    ]);
    expect(then).not.toHaveBeenCalled();
  });

  it("does what was asked meanwhile once the card is down", () => {
    const socket = join();
    session.send({ type: "play", move: "37A", seq: 1 });
    const then = vi.fn<() => void>();
    session.afterwards(then);
    socket.say(update({ table: table({ seq: 2 }) }));
    expect(then).not.toHaveBeenCalled();
    socket.say(update({ table: table({ seq: 3 }), key: socket.commands.at(-1)?.key ?? null }));
    expect(then).toHaveBeenCalledTimes(1);
  });

  it("marks the cards drawn until one's next turn is over, also after a reload", () => {
    const socket = join();
    socket.say(update({ table: at(1, 0, 10, 20) }));
    expect(session.fresh.value).toEqual([]);
    socket.say(update({ table: at(2, 1, 10, 33) }));
    expect(session.fresh.value).toEqual([33]);
    session.close();
    const again = join(null, null, welcome({ table: at(3, 0, 10, 33) }));
    expect(session.fresh.value).toEqual([33]);
    again.say(update({ table: at(4, 1, 33, 44, 55) }));
    expect(session.fresh.value).toEqual([44, 55]);
  });

  it("sets the pace of computer players where it is the host, and again when it changes", () => {
    prefer({ pace: "fast" });
    const seats = [seat("Zoé"), seat("Ada", { level: "novice" })];
    const socket = join();
    expect(socket.commands).toEqual([]);
    socket.say(update({ table: table({ seq: 2, seats }) }));
    prefer({ pace: "slow" });
    expect(socket.commands).toMatchObject([
      { type: "pace", pace: "fast" },
      { type: "pace", pace: "slow" },
    ]);
    prefer({ pace: "normal" });
  });

  it("knows which move waits for its answer", () => {
    const socket = join();
    expect(session.pending.value).toBeNull();
    session.send({ type: "hint" });
    expect([session.pending.value, session.thinking.value]).toEqual([null, true]);
    session.send({ type: "play", move: "37A", seq: 1 });
    expect(session.pending.value).toEqual({ card: 37, pile: "A" });
    socket.say(update({ key: socket.commands.at(-1)?.key ?? null }));
    session.send({ type: "undo", seq: 2 });
    expect(session.pending.value).toBe("undo");
  });

  it("tells who asked whether it was refused, once", () => {
    const socket = join();
    const answered = vi.fn<(refusal: unknown) => void>();
    session.send({ type: "leave" }, answered);
    const key = socket.commands.at(-1)?.key ?? "";
    socket.say({ type: "refused", key, refusal: refusal("running") });
    socket.say({ type: "done", key });
    expect(answered.mock.calls).toEqual([[refusal("running")]]);
    expect(notice.value?.text).not.toBe("it is running"); // whoever asked says it
    session.send({ type: "leave" }, answered);
    socket.say({ type: "refused", key: null, refusal: refusal("malformed") });
    expect(answered).toHaveBeenLastCalledWith(refusal("malformed"));
  });

  it("keeps a finished game, with the hints taken in it, but not a lesson's", () => {
    const end = { table: table({ seq: 3, game: game({ status: "won", score: 0 }) }) };
    const socket = join("lesson");
    socket.say(update(end));
    expect(finished.value).toEqual([]);
    session.close();
    const own = join();
    own.say(advice());
    own.say(update(end));
    own.say(update(end));
    expect(finished.value).toMatchObject([{ code: "BCDFGH", result: "won", hints: 1 }]);
  });

  it("hands every update to its watcher once, in order, however quickly they come", () => {
    const seen: [number, string[]][] = [];
    const socket = join(null, (now, items) => void seen.push([now.seq, items.map(({ kind }) => kind)]));
    seen.length = 0;
    socket.say(update({ table: table({ seq: 2 }), news: [news({ kind: "signalled" })] }));
    socket.say(update({ table: table({ seq: 3 }), news: [news({ kind: "played" })] }));
    vi.advanceTimersByTime(100);
    expect(seen).toEqual([
      [2, ["signalled"]],
      [3, ["played"]],
    ]);
  });
});
