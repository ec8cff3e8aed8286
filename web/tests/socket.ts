// A server's end of the socket, played by the test.
import { vi } from "vitest";
import type { FromClient, FromServer } from "../src/base/protocol";

export class FakeSocket extends EventTarget {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  static get last(): FakeSocket {
    const socket = FakeSocket.all.at(-1);
    if (!socket) throw new Error("nobody has connected");
    return socket;
  }

  readyState = 0;
  sent: FromClient[] = [];

  constructor(readonly url: string) {
    super();
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as FromClient);
  }

  close(): void {
    this.readyState = 3;
  }

  /** Connect. */
  open(): this {
    this.readyState = FakeSocket.OPEN;
    this.dispatchEvent(new Event("open"));
    return this;
  }

  say(message: FromServer): void {
    this.dispatchEvent(Object.assign(new Event("message"), { data: JSON.stringify(message) }));
  }

  /** Break the connection. */
  drop(code = 1006): void {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event("close"), { code }));
  }

  /** The commands sent, but for greetings and signs of life. */
  get commands(): FromClient[] {
    return this.sent.filter(({ type }) => type !== "hello" && type !== "ping");
  }
}

/** Let every new connection end here. */
export function useFakeSockets(): void {
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
}
