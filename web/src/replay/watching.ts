// A finished game being looked at: which moment, through whose eyes. The parts of the table draw it like a running one.
import { computed, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import { snapshot } from "../preferences/motion";
import type { HandCard, LoggedTurn, ReplayData, ReplayTurn, TableView } from "../base/protocol";
import { Offline } from "../session/offline";

/** What is looked at, step by step: a finished game, or a line of a puzzle. */
type Frames = Pick<ReplayData, "turns" | "frames">;

export class Watching<Game extends Frames = ReplayData> extends Offline {
  /** The frame shown. */
  readonly at: Signal<number>;
  /** The seat through whose eyes one looks; null: all hands are open. */
  readonly eyes = signal<number | null>(null);
  /** The seat whose hand is shown where there is room for one. */
  readonly shown: ReadonlySignal<number>;
  /** Somebody tapped a seat to see its hand. */
  readonly chosen = signal<number | null>(null);
  /** How many turns were seen, so that nothing gives the end away before it is asked for. */
  readonly seen: Signal<number>;
  readonly table: ReadonlySignal<TableView>;
  /** The turn shown, from 0; as many as there are turns: the end. */
  readonly turn: ReadonlySignal<number>;

  constructor(
    readonly game: Game,
    first = 0,
  ) {
    super();
    const start = Math.max(0, Math.min(first, game.turns.length));
    this.at = signal(this.stop(start));
    this.seen = signal(start);
    this.turn = computed(() => this.#turnAt(this.at.value));
    this.shown = computed(() => this.eyes.value ?? this.chosen.value ?? this.#frame.table.game?.active ?? 0);
    this.table = computed(() => this.#look());
  }

  get turns(): ReplayTurn[] {
    return this.game.turns;
  }

  get last(): number {
    return this.game.frames.length - 1;
  }

  /** Whether the end may be told. */
  get open(): boolean {
    return this.seen.value >= this.turns.length;
  }

  get #frame() {
    return this.game.frames[this.at.value] ?? this.game.frames[0]!;
  }

  /** The cards of a seat now; null where these eyes do not see them. */
  hand(seat: number): HandCard[] | null {
    if (this.eyes.value !== null && this.eyes.value !== seat) return null;
    return (this.#frame.hands[seat] ?? []).map(({ card, mark }) => ({ card, mark, options: [] }));
  }

  /** Where a turn is shown: before its first card. Behind the last turn comes the end. */
  stop(turn: number): number {
    return this.turns[turn]?.decision ?? this.last;
  }

  /** What was laid in a turn. */
  laid(turn: number): LoggedTurn | null {
    const { last, turn: number } = this.turns[turn] ?? {};
    const turns = last === undefined ? [] : (this.game.frames[last]?.table.game?.turns ?? []);
    return turns.find((one) => one.turn === number) ?? null;
  }

  /** Go to a turn; what was passed counts as seen. */
  goTurn(turn: number): void {
    const to = Math.max(0, Math.min(turn, this.turns.length));
    this.goFrame(this.stop(to));
  }

  goFrame(frame: number): void {
    const to = Math.max(0, Math.min(frame, this.last));
    if (to === this.at.value) return;
    snapshot();
    const said = to === this.at.value + 1 ? this.game.frames[to]?.news : null;
    this.news.value = said ? [said] : [];
    this.at.value = to;
    this.seen.value = Math.max(this.seen.value, this.turn.value);
  }

  send(): void {
    // Nothing can be asked of a game that is over.
  }

  #turnAt(frame: number): number {
    if (frame >= this.last) return this.turns.length;
    const after = this.turns.findIndex(({ last }) => frame < last);
    return after < 0 ? this.turns.length : after;
  }

  #look(): TableView {
    const { table } = this.#frame;
    const { game } = table;
    if (!game) return table;
    // Until it is asked for, the end is told by nothing but the table itself.
    const ended = this.open ? game : { ...game, reveal: null };
    return { ...table, game: { ...ended, hand: this.hand(this.shown.value) ?? [] } };
  }
}
