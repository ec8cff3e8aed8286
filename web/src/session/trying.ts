// Turns that are tried, not played at a table: the host is asked again after every move and says what may be laid.
import { computed, signal, type Signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { Ask } from "../net/connection";
import { show } from "../base/notice";
import type { TableView } from "../base/protocol";
import { reasonOf } from "../net/refusing";
import { snapshot } from "../preferences/motion";
import { Offline } from "./offline";

/** What the host answers: the table, and what came of the moves. */
interface Answered {
  table: TableView;
}

/** What the server says after some moves. */
export type Step<State> = (moves: string[]) => Promise<State>;

/** A turn, or several, being tried: every move asks the server again. */
export class Trying<State extends Answered> extends Offline {
  readonly now: Signal<State>;
  readonly moves = signal<string[]>([]);
  readonly table = computed<TableView>(() => this.now.value.table);

  constructor(
    readonly step: Step<State>,
    start: State,
    readonly onStep: (state: State, moves: string[]) => void,
  ) {
    super();
    this.now = signal(start);
  }

  send(asked: Ask): void {
    if (asked.type === "play") void this.go([...this.moves.value, asked.move]);
    if (asked.type === "undo") void this.go(this.moves.value.slice(0, -1));
  }

  async go(moves: string[]): Promise<void> {
    if (this.thinking.value) return;
    this.thinking.value = true;
    try {
      const state = await this.step(moves);
      snapshot();
      this.moves.value = moves;
      this.picked.value = null;
      this.now.value = state;
    } catch (error) {
      show(reasonOf(error), "refusal");
      return;
    } finally {
      this.thinking.value = false;
    }
    this.onStep(this.now.value, moves);
  }
}

/** Begin a trial once; another key begins another. */
export function useTrying<State extends Answered>(
  key: string,
  step: Step<State>,
  onStep: Trying<State>["onStep"],
): Signal<Trying<State> | null> {
  const trying = useMemo(() => signal<Trying<State> | null>(null), [key]);
  useEffect(() => {
    const begin = async () => {
      try {
        trying.value = new Trying(step, await step([]), onStep);
      } catch (error) {
        show(reasonOf(error), "refusal");
      }
    };
    void begin();
  }, [key]);
  return trying;
}
