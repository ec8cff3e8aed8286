// A try at a puzzle: moves go to the host, which judges whole turns; what it answers is shown on the table.
import { signal, type Signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { show, speakAloud } from "../base/notice";
import type { PuzzleLine, PuzzleState, TriedTurn } from "../base/protocol";
import { named, t } from "../base/text";
import { kept } from "../history/solved";
import { reasonOf } from "../net/refusing";
import { type Trying, useTrying } from "../session/trying";
import { lineFrom, lossText, runOn, type Shown, worthText } from "./line";
import type { Task, Tried } from "./tasks";

type Done = (solved: boolean) => void;

export class Attempt {
  /** The line on the table, if any. */
  readonly shown = signal<Shown | null>(null);
  /** The turns that solved it. */
  readonly solved = signal<PuzzleLine | null>(null);
  /** By how much one's rating has changed; null: it did not count, or it is the first. */
  readonly gain = signal<number | null>(null);
  /** What the turn is worth that was tried, beside the champion's. */
  readonly tried = signal<TriedTurn | null>(null);
  trying: Signal<Trying<Tried> | null> = signal(null);
  #firm = 0;
  /** Whether nothing came of it yet on this device, and in this try. */
  #first: boolean;
  #open = true;

  constructor(
    readonly task: Task,
    readonly onDone: Done | undefined,
  ) {
    this.#first = task.open;
  }

  readonly step = (moves: string[]): Promise<Tried> => this.task.step(moves, this.#first);

  readonly hear = (state: Tried, moves: string[]): void => {
    const { verdict, line, refutation } = state;
    this.tried.value = state.tried ?? null;
    if (verdict === "right") {
      this.#firm = moves.length;
      speakAloud(t("puzzle.right"));
    }
    if (line) this.solved.value = line;
    if (refutation) {
      this.shown.value = { line: refutation.line, refutation, watching: lineFrom(refutation.line, moves.length) };
      speakAloud(named(t("puzzle.wouldHappen"), lossText(refutation)));
    }
    if (line || verdict === "wrong") this.#count(line !== null, state);
    if (verdict === "wrong" && !refutation) {
      show([t("review.tried.wrong"), worthText(this.tried.value)].join(" "));
      void this.back();
    }
  };

  #count(right: boolean, { rating }: PuzzleState): void {
    const before = kept.peek().rating;
    if (rating && before) this.gain.value = Math.round(rating.value) - Math.round(before.value);
    if (this.#first) this.task.note(right, rating);
    if (this.#open) this.onDone?.(right);
    this.#first = this.#open = false;
  }

  /** Show how it is solved, from a frame on; who has not solved it yet gives up. */
  readonly answer = async (from = 0): Promise<void> => {
    try {
      const line = this.solved.peek() ?? (await this.task.answer());
      if (this.#first) this.task.note(false, null);
      if (this.#open) this.onDone?.(false);
      this.#first = this.#open = false;
      this.shown.value = { line, refutation: null, watching: lineFrom(line, from) };
    } catch (error) {
      show(reasonOf(error), "refusal");
    }
  };

  readonly again = (): void => {
    const before = this.shown.peek();
    if (before) this.shown.value = { ...before, watching: lineFrom(before.line, 0) };
  };

  /** Take the wrong turn back, or leave the line that was shown. */
  readonly back = async (): Promise<void> => {
    const trying = this.trying.peek();
    if (!this.solved.peek()) await trying?.go(trying.moves.peek().slice(0, this.#firm));
    this.shown.value = null;
  };
}

export function useAttempt(task: Task, onDone?: Done): Attempt {
  const attempt = useMemo(() => new Attempt(task, onDone), [task.id]);
  attempt.trying = useTrying<Tried>(task.id, attempt.step, attempt.hear);
  const shown = attempt.shown.value;
  useEffect(() => (shown ? runOn(shown.watching, shown.refutation?.card) : undefined), [shown]);
  return attempt;
}
