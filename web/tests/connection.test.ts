import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection } from "../src/net/connection";
import { lost } from "../src/net/line";
import type { FromServer } from "../src/base/protocol";
import { FakeSocket, useFakeSockets } from "./socket";
import { refusal, update, welcome } from "./tables";

class Ear {
  secret: string | null = "secret";
  heard: FromServer[] = [];
  token = () => this.secret;
  forget = () => void (this.secret = null);
  receive = (message: FromServer) => void this.heard.push(message);
}

let ear: Ear;
let connection: Connection;

function connect(): FakeSocket {
  ear = new Ear();
  connection = new Connection("BCDFGH", ear);
  return FakeSocket.last.open();
}

beforeEach(() => {
  vi.useFakeTimers();
  useFakeSockets();
});

afterEach(() => {
  connection.close();
  vi.useRealTimers();
});

describe("a connection", () => {
  it("says hello with the secret of the seat, and is open once welcome", () => {
    const socket = connect();
    expect(socket.url).toBe("wss://table.test/ws/BCDFGH");
    expect(socket.sent).toMatchObject([{ type: "hello", token: "secret" }]);
    expect(connection.state.value).toBe("connecting");
    socket.say(welcome());
    expect(connection.state.value).toBe("open");
    expect(ear.heard).toHaveLength(1);
  });

  it("keeps a command until its own key is answered", () => {
    const socket = connect();
    socket.say(welcome());
    const key = connection.send({ type: "leave" });
    expect(socket.commands).toEqual([{ type: "leave", key }]);
    socket.say(update({ key: "somebody-else" }));
    expect(connection.outbox.value).toHaveLength(1);
    socket.say({ type: "done", key });
    expect(connection.outbox.value).toEqual([]);
  });

  it("sends what was said too early as soon as it is welcome", () => {
    const socket = connect();
    connection.send({ type: "hint" });
    expect(socket.commands).toEqual([]);
    socket.say(welcome());
    expect(socket.commands).toMatchObject([{ type: "hint" }]);
  });

  it("comes back by itself and sends again, with the same key, what was not answered", () => {
    const first = connect();
    first.say(welcome());
    const key = connection.send({ type: "play", move: "37A", seq: 1 });
    first.drop();
    expect(connection.state.value).toBe("lost");
    vi.advanceTimersByTime(1000);
    expect(FakeSocket.all).toHaveLength(2);
    const second = FakeSocket.last.open();
    expect(second.commands).toEqual([]);
    second.say(welcome());
    expect(second.commands).toEqual([{ type: "play", move: "37A", seq: 1, key }]);
    expect(connection.state.value).toBe("open");
  });

  it("waits longer each time nobody answers", () => {
    connect();
    for (const most of [375, 875, 1875]) {
      const before = FakeSocket.all.length;
      FakeSocket.last.drop();
      vi.advanceTimersByTime(most * 0.59);
      expect(FakeSocket.all).toHaveLength(before);
      vi.advanceTimersByTime(most * 0.42);
      expect(FakeSocket.all).toHaveLength(before + 1);
    }
  });

  it("waits longer each time it is refused too: a refusal is no welcome", () => {
    connect();
    const start = FakeSocket.all.length;
    for (let second = 0; second < 150; second += 1) {
      if (FakeSocket.last.readyState === 0) {
        FakeSocket.last.open().say({ type: "refused", key: null, refusal: refusal("too-many-sockets") });
        FakeSocket.last.drop(4429);
      } else if (FakeSocket.last.readyState === 1) FakeSocket.last.drop();
      vi.advanceTimersByTime(100);
    }
    expect(FakeSocket.all.length - start).toBeLessThanOrEqual(5);
    expect(FakeSocket.all.length - start).toBeGreaterThanOrEqual(1);
  });

  it("waits longer each time it is welcomed and dropped at once, and begins anew after a good while", () => {
    connect();
    for (const [most, lived] of [
      [375, 0],
      [875, 0],
      [1875, 60_000],
      [375, 0],
    ] as const) {
      const before = FakeSocket.all.length;
      if (FakeSocket.last.readyState === 0) FakeSocket.last.open();
      FakeSocket.last.say(welcome());
      FakeSocket.last.drop();
      vi.advanceTimersByTime(most * 0.59);
      expect(FakeSocket.all).toHaveLength(before);
      vi.advanceTimersByTime(most * 0.42);
      expect(FakeSocket.all).toHaveLength(before + 1);
      if (lived) {
        FakeSocket.last.open().say(welcome());
        for (let waited = 0; waited < lived; waited += 500) {
          vi.advanceTimersByTime(500);
          FakeSocket.last.say({ type: "pong", key: "k" });
        }
      }
    }
  });

  it("keeps what was not sent when the connection itself is refused", () => {
    connect();
    const key = connection.send({ type: "leave" });
    FakeSocket.last.say({ type: "refused", key: null, refusal: refusal("too-many-sockets") });
    FakeSocket.last.drop(4429);
    vi.advanceTimersByTime(4000);
    const socket = FakeSocket.last.open();
    socket.say(welcome());
    expect(socket.commands).toEqual([{ type: "leave", key }]);
  });

  it("says within three seconds that nobody answers, and that somebody does again", () => {
    for (const wait of [0, 101, 199, 201, 1_399]) {
      const socket = connect();
      socket.say(welcome());
      vi.advanceTimersByTime(wait);
      socket.say({ type: "pong", key: "k" });
      vi.advanceTimersByTime(3000);
      expect(connection.state.value).toBe("lost");
      expect(lost.value).toBe(true);
      socket.say({ type: "pong", key: "k" });
      expect(connection.state.value).toBe("open");
      expect(lost.value).toBe(false);
      connection.close();
    }
  });

  it("says at once that the device is offline", () => {
    connect().say(welcome());
    dispatchEvent(new Event("offline"));
    expect(connection.state.value).toBe("lost");
  });

  it("gives up an attempt that hangs, and tries anew", () => {
    ear = new Ear();
    connection = new Connection("BCDFGH", ear);
    vi.advanceTimersByTime(2900);
    expect(connection.state.value).toBe("lost");
    vi.advanceTimersByTime(6000);
    expect(FakeSocket.all.length).toBeGreaterThan(1);
  });

  it("has its commands again after the page was loaded anew", () => {
    connect().say(welcome());
    const key = connection.send({ type: "leave" });
    connection.close();
    const socket = connect();
    socket.say(welcome());
    expect(socket.commands).toEqual([{ type: "leave", key }]);
  });

  it("forgets a secret that is no good any more, and looks on", () => {
    const socket = connect();
    socket.say({ type: "refused", key: "k", refusal: refusal("token") });
    expect(socket.sent).toMatchObject([{ token: "secret" }, { type: "hello", token: null }]);
    expect(ear.heard).toEqual([]);
  });

  it("waits for nothing any more when a command could not even be read", () => {
    const socket = connect();
    socket.say(welcome());
    connection.send({ type: "leave" });
    socket.say({ type: "refused", key: null, refusal: refusal("malformed") });
    expect(connection.outbox.value).toEqual([]);
    expect(sessionStorage.getItem("nonante.unsent.BCDFGH")).toBeNull();
  });

  it("stays away from a table that is not there", () => {
    connect().drop(4404);
    vi.advanceTimersByTime(60_000);
    expect(connection.state.value).toBe("gone");
    expect(FakeSocket.all).toHaveLength(1);
  });

  it("drops a socket that gives no sign of life, and opens another", () => {
    const socket = connect();
    socket.say(welcome());
    vi.advanceTimersByTime(1_400);
    expect(socket.sent).toHaveLength(1); // many sockets with a quick pulse are a load
    vi.advanceTimersByTime(300);
    expect(socket.sent.at(-1)).toMatchObject({ type: "ping" });
    socket.say({ type: "pong", key: "k" });
    vi.advanceTimersByTime(6_000);
    expect(FakeSocket.all).toHaveLength(1);
    vi.advanceTimersByTime(3_000);
    expect(FakeSocket.all).toHaveLength(2);
  });

  it("opens no socket after it was closed", () => {
    const socket = connect();
    connection.close();
    socket.drop();
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
  });

  it("leaves a table to the page that has it, until it is taken", () => {
    const socket = connect();
    socket.say(welcome());
    socket.drop(4409);
    vi.advanceTimersByTime(60_000);
    expect([connection.state.value, FakeSocket.all.length, lost.value]).toEqual(["taken", 1, false]);
    connection.take();
    FakeSocket.last.open().say(welcome());
    expect([connection.state.value, FakeSocket.all.length]).toEqual(["open", 2]);
  });

  it.each([
    [4403, "closed"],
    [4422, "damaged"],
  ])("does not come back after %i: the table is %s", (code, state) => {
    connect().drop(code);
    vi.advanceTimersByTime(60_000);
    document.dispatchEvent(new Event("visibilitychange"));
    expect([connection.state.value, FakeSocket.all.length]).toEqual([state, 1]);
  });
});
