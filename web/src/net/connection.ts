// One's line to a table: opens again by itself, and what was not answered is sent again with the same key.
import { host } from "#host";
import { signal } from "@preact/signals";
import type { FromClient, FromServer } from "../base/protocol";
import { DAMAGED, KEPT_OUT, TAKEN, TOO_FAST, UNKNOWN_TABLE, type Line } from "./host";
import { newKey } from "./keys";
import { line } from "./line";
import { forget, read, write } from "../base/storage";

type Unkeyed<T> = T extends unknown ? Omit<T, "key"> : never;
/** A command before it gets its key. */
export type Ask = Unkeyed<FromClient>;
/**
 * "lost": nobody answers just now; the line may still be there, or is being opened again.
 * "taken": another page of this browser has the line. "damaged": what was kept of the table cannot be read.
 * "closed": the operator of the server has closed it, or keeps this address out.
 */
export type State = "connecting" | "open" | "lost" | "taken" | "gone" | "damaged" | "closed";

/** What a line is once it was closed for good. */
const ENDS: Record<number, State> = {
  [KEPT_OUT]: "closed",
  [UNKNOWN_TABLE]: "gone",
  [TAKEN]: "taken",
  [DAMAGED]: "damaged",
};
const WAITS = [300, 700, 1500, 3000, 6000, 12_000];
/** Where the waits begin after the server said that this is too much. */
const SLOWLY = 3;
/** A connection that lived this long was a good one: the next waits begin anew. */
const STEADY = 5_000;
/** How often one looks; after PULSE without a word one asks for a sign of life, after QUIET more one says that none came. */
const LOOK = 200;
const PULSE = 1_500;
const QUIET = 1_000;
/** A first welcome takes more ways to and fro. */
const QUIET_FIRST = 2_400;
const PATIENCE = 7_000;

export interface Listener {
  token(): string | null;
  /** The secret is no good any more: the seat was given to somebody else. */
  forget(): void;
  receive(message: FromServer): void;
}

export class Connection {
  readonly state = signal<State>("connecting");
  readonly outbox;
  #line: Line | null = null;
  #welcomeAt: number | null = null;
  #heardAt = 0;
  #askedAt: number | null = null;
  #tries = 0;
  #timer = 0;
  #pulse = 0;
  #closed = false;

  constructor(
    readonly code: string,
    readonly listener: Listener,
  ) {
    this.outbox = signal<FromClient[]>(this.#unsent());
    addEventListener("online", this.#wake);
    addEventListener("offline", this.#offline);
    document.addEventListener("visibilitychange", this.#wake);
    this.#pulse = window.setInterval(() => this.#beat(), LOOK);
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
    line.value = "fine";
    removeEventListener("online", this.#wake);
    removeEventListener("offline", this.#offline);
    document.removeEventListener("visibilitychange", this.#wake);
    clearInterval(this.#pulse);
    clearTimeout(this.#timer);
    this.#line?.close();
  }

  /** Have the line here, not in the other page of this browser. */
  take(): void {
    if (!this.#line) this.#open(true);
  }

  #become(state: State): void {
    this.state.value = state;
    line.value = state === "lost" ? "lost" : "fine";
  }

  #open(take = false): void {
    clearTimeout(this.#timer);
    this.#welcomeAt = null;
    this.#askedAt = Date.now();
    const current = (): boolean => opened === this.#line;
    const opened = host.connect(
      this.code,
      {
        opened: () => current() && this.#hello(),
        heard: (text) => current() && this.#receive(JSON.parse(text) as FromServer),
        closed: (code) => current() && this.#reopen(code),
      },
      take,
    );
    this.#line = opened;
  }

  #hello(): void {
    this.#line?.say(JSON.stringify({ type: "hello", key: newKey(), token: this.listener.token() }));
  }

  #receive(message: FromServer): void {
    this.#heardAt = Date.now();
    this.#askedAt = null;
    if (message.type === "welcome" && this.#welcomeAt === null) {
      this.#welcomeAt = Date.now();
      for (const command of this.outbox.value) this.#transmit(command);
    }
    if (this.#welcomeAt !== null) this.#become("open");
    if (message.type === "refused" && message.refusal.code === "token") {
      this.listener.forget();
      this.#hello();
      return;
    }
    this.#settle(message);
    this.listener.receive(message);
  }

  /** Take what was answered out of the box. */
  #settle(message: FromServer): void {
    if (message.key) this.#keep(this.outbox.value.filter((command) => command.key !== message.key));
    // A refusal without a key is about a command that was not even read: nothing waits for an answer any more.
    // Before the welcome no command was sent, so there it is about the connection.
    else if (message.type === "refused" && this.#welcomeAt !== null) this.#keep([]);
  }

  #reopen(code = 0): void {
    const steady = this.#welcomeAt !== null && Date.now() - this.#welcomeAt >= STEADY;
    this.#line = null;
    this.#welcomeAt = null;
    this.#askedAt = null;
    if (this.#closed) return;
    this.#become(ENDS[code] ?? "lost");
    if (ENDS[code]) return;
    if (steady) this.#tries = 0;
    if (code === TOO_FAST) this.#tries = Math.max(this.#tries, SLOWLY);
    const wait = WAITS[Math.min(this.#tries, WAITS.length - 1)] ?? 0;
    this.#tries += 1;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#again(), wait * (0.75 + Math.random() / 2));
  }

  #again(): void {
    if (!this.#line && !this.#closed && !this.#over) this.#open();
  }

  /** The network is back, or somebody looks again: try at once, but let the waits go on growing where that fails. */
  readonly #wake = (): void => {
    if (document.hidden) return;
    if (this.#line) this.#ping();
    else this.#again();
  };

  readonly #offline = (): void => {
    if (!this.#over && !host.alone) this.#become("lost");
  };

  /** Ask for a sign of life where none came lately; say so when there is none, and give up at last. */
  #beat(): void {
    const opened = this.#line;
    if (!opened || host.alone) return; // Python in this page does not get lost: when it is silent, it thinks
    const now = Date.now();
    const silent = this.#askedAt === null ? 0 : now - this.#askedAt;
    if (silent >= (this.#welcomeAt === null ? QUIET_FIRST : QUIET) && !this.#over) this.#become("lost");
    if (silent >= PATIENCE) {
      opened.close();
      this.#reopen();
    } else if (this.#askedAt === null && !document.hidden && now - this.#heardAt >= PULSE) this.#ping();
  }

  #ping(): void {
    if (this.#welcomeAt === null || !this.#line?.open) return;
    this.#askedAt ??= Date.now();
    this.#line.say(JSON.stringify({ type: "ping", key: newKey() }));
  }

  #transmit(command: FromClient): void {
    if (this.#welcomeAt === null || !this.#line?.open) return;
    this.#askedAt ??= Date.now();
    this.#line.say(JSON.stringify(command));
  }

  /** There is no table to come back to. */
  get #over(): boolean {
    return ["gone", "damaged", "closed"].includes(this.state.value);
  }

  get #stored(): string {
    return `nonante.unsent.${this.code}`;
  }

  #unsent(): FromClient[] {
    return read<FromClient[]>(this.#stored, "sessionStorage") ?? [];
  }

  #keep(commands: FromClient[]): void {
    this.outbox.value = commands;
    if (commands.length) write(this.#stored, commands, "sessionStorage");
    else forget(this.#stored, "sessionStorage");
  }
}
