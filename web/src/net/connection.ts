// One table's socket: opens again by itself, and what was not answered is sent again with the same key.
import { signal } from "@preact/signals";
import type { FromClient, FromServer } from "../protocol";
import { newKey } from "./keys";

type Unkeyed<T> = T extends unknown ? Omit<T, "key"> : never;
/** A command before it gets its key. */
export type Ask = Unkeyed<FromClient>;
export type State = "connecting" | "open" | "lost" | "gone";

const WAITS = [300, 700, 1500, 3000, 6000];
const PULSE = 20_000;
const UNKNOWN_TABLE = 4404;
const PATIENCE = 6_000;

export interface Listener {
  token(): string | null;
  /** The secret is no good any more: the seat was given to somebody else. */
  forget(): void;
  receive(message: FromServer): void;
}

export class Connection {
  readonly state = signal<State>("connecting");
  readonly outbox;
  #socket: WebSocket | null = null;
  #tries = 0;
  #timer = 0;
  #pulse = 0;
  #deadline = 0;
  #closed = false;

  constructor(
    readonly code: string,
    readonly listener: Listener,
  ) {
    this.outbox = signal<FromClient[]>(this.#unsent());
    addEventListener("online", this.#wake);
    document.addEventListener("visibilitychange", this.#wake);
    this.#pulse = window.setInterval(() => this.#ping(), PULSE);
    this.#open();
  }

  send(ask: Ask): string {
    const command = { ...ask, key: newKey() } as FromClient;
    this.#keep([...this.outbox.value, command]);
    this.#transmit(command);
    return command.key;
  }

  close(): void {
    this.#closed = true;
    removeEventListener("online", this.#wake);
    document.removeEventListener("visibilitychange", this.#wake);
    clearInterval(this.#pulse);
    clearTimeout(this.#timer);
    clearTimeout(this.#deadline);
    this.#socket?.close();
  }

  #open(): void {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/ws/${this.code}`);
    this.#socket = socket;
    socket.addEventListener("open", () => this.#hello());
    socket.addEventListener("message", (event) => this.#receive(JSON.parse(String(event.data)) as FromServer));
    socket.addEventListener("close", ({ code }) => {
      if (socket === this.#socket) this.#reopen(code === UNKNOWN_TABLE);
    });
  }

  #hello(): void {
    this.#socket?.send(JSON.stringify({ type: "hello", key: newKey(), token: this.listener.token() }));
  }

  #receive(message: FromServer): void {
    clearTimeout(this.#deadline);
    this.#tries = 0;
    if (message.type === "welcome" && this.state.value !== "open") {
      this.state.value = "open";
      for (const command of this.outbox.value) this.#transmit(command);
    }
    if (message.type === "refused" && message.refusal.code === "token") {
      this.listener.forget();
      this.#hello();
      return;
    }
    // A refusal without a key is about a command that was not even read: nothing waits for an answer any more.
    if (message.type === "refused" && message.key === null) this.#keep([]);
    else if (message.key) this.#keep(this.outbox.value.filter((command) => command.key !== message.key));
    this.listener.receive(message);
  }

  #reopen(gone = false): void {
    this.#socket = null;
    if (this.#closed) return;
    if (gone) this.state.value = "gone";
    else if (this.state.value === "open") this.state.value = "lost";
    const wait = WAITS[Math.min(this.#tries, WAITS.length - 1)] ?? 0;
    this.#tries += 1;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#again(), wait * (0.75 + Math.random() / 2));
  }

  #again(): void {
    clearTimeout(this.#timer);
    if (!this.#socket && !this.#closed && this.state.value !== "gone") this.#open();
  }

  readonly #wake = (): void => {
    if (document.hidden) return;
    this.#tries = 0;
    if (this.#socket) this.#ping();
    else this.#again();
  };

  /** Ask for a sign of life; a socket that gives none is dropped and opened again. */
  #ping(): void {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) return;
    socket.send(JSON.stringify({ type: "ping", key: newKey() }));
    clearTimeout(this.#deadline);
    this.#deadline = window.setTimeout(() => {
      if (socket !== this.#socket) return;
      socket.close();
      this.#reopen();
    }, PATIENCE);
  }

  #transmit(command: FromClient): void {
    if (this.state.value === "open" && this.#socket?.readyState === WebSocket.OPEN) {
      this.#socket.send(JSON.stringify(command));
    }
  }

  get #stored(): string {
    return `nonante.unsent.${this.code}`;
  }

  #unsent(): FromClient[] {
    try {
      return JSON.parse(sessionStorage.getItem(this.#stored) ?? "[]") as FromClient[];
    } catch {
      return [];
    }
  }

  #keep(commands: FromClient[]): void {
    this.outbox.value = commands;
    if (commands.length) sessionStorage.setItem(this.#stored, JSON.stringify(commands));
    else sessionStorage.removeItem(this.#stored);
  }
}
