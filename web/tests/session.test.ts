import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { finished, forgetGames } from "../src/history";
import { seatToken } from "../src/net/seats";
import { notice } from "../src/notice";
import { Session, type Watch } from "../src/session";
import { FakeSocket, useFakeSockets } from "./socket";
import { game, held, news, refusal, table, update, welcome } from "./tables";

let session: Session;

function join(secret: string | null = null, watch: Watch | null = null): FakeSocket {
  session = new Session("BCDFGH", secret, watch);
  const socket = FakeSocket.last.open();
  socket.say(welcome());
  return socket;
}

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

  it("lets go of a picked card that left the hand, and of advice that is out of date", () => {
    const socket = join();
    socket.say(update({ table: table({ seq: 2, game: game({ hand: held(37, 41) }) }) }));
    session.picked.value = 37;
    socket.say({ type: "advice", key: "k", moves: ["37A"], reasons: [] });
    socket.say(update({ table: table({ seq: 2, game: game({ hand: held(37, 41) }) }) }));
    expect([session.picked.value, session.advice.value?.moves]).toEqual([37, ["37A"]]);
    socket.say(update({ table: table({ seq: 3, game: game({ hand: held(41) }) }) }));
    expect([session.picked.value, session.advice.value]).toEqual([null, null]);
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
    expect(notice.value).toMatchObject({ kind: "refusal", text: "it is running" });
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
    own.say({ type: "advice", key: "k", moves: ["37A"], reasons: [] });
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
