// A turn to play oneself, as its seat saw it: the same hand and piles as at a table; the server says what may be laid.
import { computed, signal, type Signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { snapshot } from "../preferences/motion";
import { show } from "../base/notice";
import type { Ask } from "../net/connection";
import type { Advice, News, TableView, TrialState } from "../base/protocol";
import { reasonOf } from "../net/refusing";
import type { Playing } from "../session/session";
import { Banner } from "../table/Banner";
import { Hand } from "../table/Hand";
import { Pile } from "../table/Pile";
import { t } from "../base/text";
import { Icon } from "../parts/Icon";

/** What the server says after some moves. */
export type Step = (moves: string[]) => Promise<TrialState>;

/** A turn, or several, being tried: every move asks the server again. */
export class Trying implements Playing {
  readonly now: Signal<TrialState>;
  readonly moves = signal<string[]>([]);
  readonly news = signal<News[]>([]);
  readonly picked = signal<number | null>(null);
  readonly advice = signal<Advice | null>(null);
  readonly fresh = signal<number[]>([]);
  readonly told = signal(null);
  readonly pending = signal(null);
  readonly thinking = signal(false);
  readonly state = signal<"open">("open");
  readonly draft = signal("");
  readonly table = computed<TableView>(() => this.now.value.table);

  constructor(
    readonly step: Step,
    start: TrialState,
    readonly onStep: (state: TrialState, moves: string[]) => void,
  ) {
    this.now = signal(start);
  }

  send(asked: Ask): void {
    if (asked.type === "play") void this.go([...this.moves.value, asked.move]);
    if (asked.type === "undo") void this.go(this.moves.value.slice(0, -1));
  }

  afterwards(): void {
    // Nothing waits here: every move is answered before the next.
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
      this.onStep(state, moves);
    } catch (error) {
      show(reasonOf(error), "refusal");
    } finally {
      this.thinking.value = false;
    }
  }
}

interface Props {
  trying: Trying;
  /** How many moves stand for good. */
  firm?: number;
}

export function Trial({ trying, firm = 0 }: Props) {
  const table = trying.table.value;
  const { game } = table;
  if (!game) return null;
  const back = trying.moves.value.length > firm;
  return (
    <div class="trial" data-testid="trial">
      <Banner table={table} />
      <section class="piles" aria-label={t("piles")}>
        {game.piles.map((pile) => (
          <Pile key={pile.letter} play={trying} pile={pile} />
        ))}
      </section>
      <Hand play={trying} game={game} />
      <div class="buttons">
        <button
          type="button"
          class="quiet"
          aria-disabled={!back}
          data-testid="trial-undo"
          onClick={() => back && trying.send({ type: "undo", seq: 0 })}
        >
          <Icon name="undo" />
          <span>{t("undo")}</span>
        </button>
        <button
          type="button"
          class="primary"
          aria-disabled={game.end !== null}
          data-testid="trial-end"
          onClick={() => game.end === null && trying.send({ type: "play", move: "end", seq: 0 })}
        >
          <span>
            {t("end")}
            {game.end && <small>{t("turn.left", { count: game.to_lay })}</small>}
          </span>
        </button>
      </div>
    </div>
  );
}

/** Begin a trial once; another key begins another. */
export function useTrying(key: string, step: Step, onStep: Trying["onStep"]): Signal<Trying | null> {
  const trying = useMemo(() => signal<Trying | null>(null), [key]);
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
