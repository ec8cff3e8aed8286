// A seat (or a place to look on) at one table: what it sees, what is picked, and what it asks of the server.
import { batch, computed, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import { alertTurn, calm } from "./alert";
import { countHint, keepGame } from "./history";
import { snapshot } from "./motion";
import { readMove, type Move } from "./move";
import { Connection, type Ask, type State } from "./net/connection";
import { forgetSeat, keepSeat, seatToken } from "./net/seats";
import { refuse } from "./notice";
import { tell } from "./news";
import type { Advice, FromClient, FromServer, News, Refusal, TableView } from "./protocol";
import { soundOf } from "./sound";
import { myTurn } from "./view";

/** What the table's parts need. */
export interface Playing {
  readonly table: ReadonlySignal<TableView>;
  readonly news: Signal<News[]>;
  readonly picked: Signal<number | null>;
  readonly advice: Signal<Advice | null>;
  /** What the server has not answered yet: a move, or that one is taken back. */
  readonly pending: ReadonlySignal<Pending | null>;
  /** A hint was asked for and has not come yet. */
  readonly thinking: ReadonlySignal<boolean>;
  readonly state: ReadonlySignal<State>;
  /** A message being written; it outlives the sheet it is written in. */
  readonly draft: Signal<string>;
  /** Ask something of the server; `answered` hears whether it was refused, and why. */
  send(ask: Ask, answered?: Answered): void;
}

type Answered = (refusal: Refusal | null) => void;
/** Hears of every update, in order and once; a signal would tell only the last of several that come together. */
export type Watch = (table: TableView, news: News[]) => void;
type Pending = Move | "undo";

function pendingIn(outbox: FromClient[]): Pending | null {
  for (const command of outbox) {
    if (command.type === "play") return readMove(command.move);
    if (command.type === "undo") return command.type;
  }
  return null;
}

export class Session {
  readonly view = signal<TableView | null>(null);
  readonly news = signal<News[]>([]);
  readonly picked = signal<number | null>(null);
  readonly advice = signal<Advice | null>(null);
  readonly draft = signal("");
  readonly connection: Connection;
  readonly pending: ReadonlySignal<Pending | null>;
  readonly thinking: ReadonlySignal<boolean>;
  readonly #asked = new Map<string, Answered>();

  /** `secret`: of a seat that is not kept among one's own tables, such as a lesson's. */
  constructor(
    readonly code: string,
    readonly secret: string | null = null,
    readonly watch: Watch | null = null,
  ) {
    this.connection = new Connection(code, this);
    this.pending = computed(() => pendingIn(this.connection.outbox.value));
    this.thinking = computed(() => this.connection.outbox.value.some(({ type }) => type === "hint"));
  }

  get state(): Signal<State> {
    return this.connection.state;
  }

  /** The view once there is one: parts of the table are drawn only then. */
  get table(): Signal<TableView> {
    return this.view as Signal<TableView>;
  }

  token(): string | null {
    return this.secret ?? seatToken(this.code);
  }

  forget(): void {
    forgetSeat(this.code);
  }

  send(ask: Ask, answered?: Answered): void {
    const key = this.connection.send(ask);
    if (answered) this.#asked.set(key, answered);
  }

  close(): void {
    this.connection.close();
    calm();
  }

  receive(message: FromServer): void {
    if (message.type === "welcome") {
      if (message.token) keepSeat(this.code, { token: message.token });
      this.#look(message.table, []);
    }
    if (message.type === "update") this.#look(message.table, message.news);
    if (message.type === "refused") refuse(message.refusal);
    if (message.type === "advice") this.#advised(message);
    this.#answer(message);
  }

  #advised(advice: Advice): void {
    this.advice.value = advice;
    if (!this.secret) countHint(this.table.peek());
  }

  /** Tell those who asked; a refusal without a key answers everybody. */
  #answer(message: FromServer): void {
    const refusal = message.type === "refused" ? message.refusal : null;
    const keys = refusal && message.key === null ? [...this.#asked.keys()] : [message.key ?? ""];
    for (const key of keys) {
      this.#asked.get(key)?.(refusal);
      this.#asked.delete(key);
    }
  }

  #look(table: TableView, news: News[]): void {
    const before = this.view.peek();
    if (before && table.seq < before.seq) return;
    snapshot();
    batch(() => {
      this.view.value = table;
      this.news.value = news;
      this.#tidy(before, table);
    });
    this.watch?.(table, news);
    tell(table, news);
    soundOf(news, table);
    if (myTurn(table) && !(before && myTurn(before))) alertTurn(table);
    if (!myTurn(table)) calm();
  }

  #tidy(before: TableView | null, table: TableView): void {
    if (!table.game?.hand.some(({ card }) => card === this.picked.peek())) this.picked.value = null;
    if (before?.seq !== table.seq) this.advice.value = null;
    if (table.you === null || this.secret) return;
    const { edition, players } = table.settings.rules;
    keepSeat(this.code, { edition, players });
    keepGame(table);
  }
}
