// A seat (or a place to look on) at one table: what it sees, what is picked, and what it asks of the server.
import { batch, computed, effect, signal, untracked, type ReadonlySignal, type Signal } from "@preact/signals";
import { laidAhead, layMove } from "../base/ahead";
import { alertTurn, calm } from "../preferences/alert";
import { beginWithFriends, knowsDeal } from "../history/days";
import { drawnCards } from "../history/fresh";
import { countHint, keepGame } from "../history/history";
import { snapshot } from "../preferences/motion";
import { readMove, type Lay, type Move } from "../base/move";
import { Connection, type Ask, type State } from "../net/connection";
import { forgetSeat, keepSeat, seatToken } from "../net/seats";
import { refusalText, refuse, speakAloud } from "../base/notice";
import { tell } from "./news";
import { played } from "../base/plan";
import { preferences } from "../preferences/preferences";
import type { Advice, FromClient, FromServer, HintReason, News, Refusal, TableView } from "../base/protocol";
import { soundOf } from "../preferences/sound";
import { myTurn, playsItself } from "../base/view";

/** What the table's parts need. */
export interface Playing {
  /** What is shown: a card that was laid lies there before the server has answered. */
  readonly table: ReadonlySignal<TableView>;
  readonly news: Signal<News[]>;
  readonly picked: Signal<number | null>;
  /** The plan a hint gave, until it is played or left. */
  readonly advice: Signal<Advice | null>;
  /** Cards drawn last. */
  readonly fresh: ReadonlySignal<number[]>;
  /** Why a computer player laid the cards of a turn, where somebody asked. */
  readonly told: Signal<Told | null>;
  /** What the server has not answered yet: a move, or that one is taken back. */
  readonly pending: ReadonlySignal<Pending | null>;
  /** A hint was asked for and has not come yet. */
  readonly thinking: ReadonlySignal<boolean>;
  /** The host has been asked for a seat and has not answered yet. */
  readonly knocking?: ReadonlySignal<boolean>;
  readonly state: ReadonlySignal<State>;
  /** A message being written; it outlives the sheet it is written in. */
  readonly draft: Signal<string>;
  /** Ask something of the server; `answered` hears whether it was refused, and tells why itself. */
  send(ask: Ask, answered?: Answered): void;
  /** Do something once the move that waits is answered, unless it is refused. */
  afterwards(act: () => void): void;
}

/** Reasons for one turn. */
export interface Told {
  turn: number;
  reasons: HintReason[];
}

type Answered = (refusal: Refusal | null) => void;
/** Hears of every update, in order and once; a signal would tell only the last of several that come together. */
export type Watch = (table: TableView, news: News[]) => void;
type Pending = Move | "undo";

const NOTHING = { ended_turn: false, drew: 0, signal: null, on: true, name: null, text: null };

function pendingIn(outbox: FromClient[]): Pending | null {
  for (const command of outbox) {
    if (command.type === "play") return readMove(command.move);
    if (command.type === "undo") return command.type;
  }
  return null;
}

function layIn(pending: Pending | null): Lay | null {
  return typeof pending === "object" ? (pending as Lay | null) : null;
}

export class Session implements Playing {
  readonly view = signal<TableView | null>(null);
  readonly news = signal<News[]>([]);
  readonly picked = signal<number | null>(null);
  readonly advice = signal<Advice | null>(null);
  readonly draft = signal("");
  readonly fresh = signal<number[]>([]);
  readonly told = signal<Told | null>(null);
  readonly table: ReadonlySignal<TableView>;
  readonly connection: Connection;
  readonly pending: ReadonlySignal<Pending | null>;
  readonly thinking: ReadonlySignal<boolean>;
  readonly knocking: ReadonlySignal<boolean>;
  readonly #asked = new Map<string, Answered>();
  #next: (() => void) | null = null;
  #hinted = "";
  #pace = "normal";
  readonly #unfollow: () => void;

  /** `secret`: of a seat that is not kept among one's own tables, such as a lesson's. */
  constructor(
    readonly code: string,
    readonly secret: string | null = null,
    readonly watch: Watch | null = null,
  ) {
    this.connection = new Connection(code, this);
    this.pending = computed(() => pendingIn(this.connection.outbox.value));
    this.table = computed(() => {
      const lay = layIn(this.pending.value);
      const view = this.view.value as TableView; // parts of the table are drawn only once there is one
      return lay && view ? laidAhead(view, lay) : view;
    });
    this.#unfollow = effect(() => this.#setPace(this.view.value));
    this.thinking = computed(() => this.#waits("hint"));
    this.knocking = computed(() => this.table.value.settings.approval && this.#waits("sit"));
  }

  #waits(kind: FromClient["type"]): boolean {
    return this.connection.outbox.value.some(({ type }) => type === kind);
  }

  get state(): Signal<State> {
    return this.connection.state;
  }

  token(): string | null {
    return this.secret ?? seatToken(this.code);
  }

  forget(): void {
    forgetSeat(this.code);
  }

  send(ask: Ask, answered?: Answered): void {
    if (ask.type === "play") this.#layAhead(readMove(ask.move));
    const key = this.connection.send(ask);
    if (answered) this.#asked.set(key, answered);
  }

  afterwards(act: () => void): void {
    this.#next = act;
  }

  /** Let the card travel now; nothing is told before it has happened. */
  #layAhead(move: Move): void {
    const view = this.view.peek();
    const laid = move !== "end" && view ? layMove(view, move) : null;
    if (!laid || !view) return;
    snapshot();
    this.news.value = [{ ...NOTHING, kind: "played", seat: view.you, move: laid }];
    soundOf(this.news.value, view);
  }

  close(): void {
    this.#unfollow();
    this.connection.close();
    calm();
  }

  receive(message: FromServer): void {
    if (message.type === "welcome") {
      this.#pace = "normal";
      if (message.token) keepSeat(this.code, { token: message.token });
      this.#look(message.table, []);
    }
    if (message.type === "update") this.#look(message.table, message.news);
    if (message.type === "refused") this.#refused(message.refusal, this.#asked.has(message.key ?? ""));
    if (message.type === "advice") this.#advised(message);
    if (message.type === "told") this.told.value = message;
    this.#answer(message);
    this.#goOn();
  }

  /** What was refused goes back to where it was; whoever wanted the answer tells it in its own place. */
  #refused(refusal: Refusal, awaited: boolean): void {
    snapshot();
    this.news.value = [];
    this.#next = null;
    if (refusal.code === "unknown-table")
      speakAloud(refusalText(refusal)); // the page shows it
    else if (!awaited) refuse(refusal);
  }

  #goOn(): void {
    if (!this.#next || this.pending.peek()) return;
    const next = this.#next;
    this.#next = null;
    next();
  }

  #advised(advice: Advice): void {
    const view = this.view.peek();
    if (!view || played(advice, view) === null) return;
    this.advice.value = advice;
    const plan = `${view.deals}.${advice.turn}.${advice.moves.join()}`;
    if (!this.secret && plan !== this.#hinted) countHint(view);
    this.#hinted = plan;
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
    const ahead = this.news.peek().find(({ move }) => move !== null)?.move;
    const { marked, drawn } = drawnCards(before, table);
    snapshot();
    batch(() => {
      this.view.value = table;
      this.news.value = news;
      this.fresh.value = marked;
      this.#tidy(before, table);
    });
    this.watch?.(table, news);
    tell(table, news, drawn);
    soundOf(
      news.filter(({ seat, move }) => !(move && seat === table.you && move.card === ahead?.card)),
      table,
    );
    if (myTurn(table) && !(before && myTurn(before))) alertTurn(table);
    if (!myTurn(table)) calm();
  }

  /** The host's preference is the table's pace; a server that started again has forgotten it. */
  #setPace(table: TableView | null): void {
    const { pace } = preferences.value;
    const bots = table?.seats.some((seat) => seat && playsItself(seat));
    if (!table || table.you === null || table.host !== table.you || !bots || pace === this.#pace) return;
    this.#pace = pace;
    untracked(() => this.send({ type: "pace", pace }));
  }

  #tidy(before: TableView | null, table: TableView): void {
    if (!table.game?.hand.some(({ card }) => card === this.picked.peek())) this.picked.value = null;
    const plan = this.advice.peek();
    if (plan && played(plan, table) === null) this.advice.value = null;
    if (before?.game?.turn !== table.game?.turn) this.told.value = null;
    if (table.you === null || this.secret) return;
    const { edition, players } = table.settings.rules;
    keepSeat(this.code, { edition, players });
    if (knowsDeal(table) && !this.#waits("know-deal")) untracked(() => this.send({ type: "know-deal" }));
    beginWithFriends(table);
    keepGame(table);
  }
}
