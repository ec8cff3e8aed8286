// A position on the table: the champion's turn and the next best ones, played out card by card or played on.
import { computed, signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { show } from "../base/notice";
import { played } from "../base/plan";
import type { Advice, BoardAdvice, BoardState, BoardTurn, Opened } from "../base/protocol";
import { percents, t } from "../base/text";
import { editionName } from "../base/view";
import { linkTo } from "../net/address";
import { ask } from "../net/api";
import { Refusing, reasonOf } from "../net/refusing";
import { go, replace } from "../net/route";
import { keepSeat } from "../net/seats";
import { ownName } from "../opening/opening";
import { handOn } from "../parts/CopyField";
import { Icon, RoundButton } from "../parts/Icon";
import { Waiting } from "../parts/Waiting";
import { named } from "../puzzles/line";
import { type Trying, useTrying } from "../session/trying";
import { Table } from "../table/Table";
import { after, asked, type Position, write } from "./position";
import "../lesson/lesson.css";
import "./board.css";

/** Milliseconds after which a champion that was not ready is asked again. */
const AGAIN = 3000;

/** What the champion says, and which of its turns is shown. */
class Asking {
  readonly turns = signal<Advice[]>([]);
  readonly shown = signal(0);
  readonly problem = signal("");
  readonly chance = computed(() => this.turns.value[this.shown.value]?.chances?.after ?? null);

  #again: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  constructor(readonly position: Position) {}

  readonly post = <T,>(path: string, more: object = {}): Promise<T> =>
    ask<T>(`/api/board${path}`, { method: "POST", body: JSON.stringify({ ...asked(this.position), ...more }) });

  /** Ask about the turn as it stands, unless it goes as planned. */
  async ask(trying: Trying<BoardState>): Promise<void> {
    const mine = this.stop();
    const plan = trying.advice.peek();
    if (plan && played(plan, trying.table.peek()) !== null) return;
    trying.advice.value = null;
    if (trying.table.peek().game?.status !== "playing") return;
    this.problem.value = "";
    try {
      const { advice, others } = await this.post<BoardAdvice>("/advice", { moves: trying.moves.peek() });
      if (mine !== this.#asked) return;
      // A server that has just started still compiles the champion; another level answers meanwhile, without a chance.
      if (!advice.chances) return this.#later(trying);
      this.turns.value = [advice, ...others.map((turn) => adviceOf(advice, turn))];
      this.show(trying, 0);
    } catch (error) {
      if (mine !== this.#asked) return;
      this.problem.value = reasonOf(error);
      if (error instanceof Refusing && error.refusal.code === "busy") this.#later(trying);
    }
  }

  #later(trying: Trying<BoardState>): void {
    this.#again = setTimeout(() => void this.ask(trying), AGAIN);
  }

  /** Ask no more, and pass over an answer that is still to come; return the number of the next question. */
  stop(): number {
    clearTimeout(this.#again);
    return ++this.#asked;
  }

  show(trying: Trying<BoardState>, place: number): void {
    this.shown.value = place;
    trying.advice.value = this.turns.peek()[place] ?? null;
  }
}

function adviceOf(best: Advice, { moves, steps, chance }: BoardTurn): Advice {
  const cost = steps.reduce((sum, { jump }) => sum + jump, 0);
  return {
    ...best,
    moves,
    steps,
    cost,
    reasons: [],
    chances: { before: best.chances?.after ?? chance, after: chance },
  };
}

export function Analysis({ position }: { position: Position }) {
  const asking = useMemo(() => new Asking(position), []);
  const step = async (moves: string[]) => {
    const state = await asking.post<BoardState>("", { moves }).catch((error: unknown) => {
      if (moves.length === 0) replace(`/board#${write(position)}`); // an impossible position goes back, and is told why
      throw error;
    });
    if (state.over) {
      show(t("board.draw"));
      go(`/board#${write(after(position, moves))}`);
    }
    return { ...state, table: named(state.table, "board.player") };
  };
  const trying = useTrying<BoardState>("", step, () => trying && void asking.ask(trying)).value;
  useEffect(() => {
    if (trying) void asking.ask(trying);
    return () => void asking.stop();
  }, [trying]);
  return trying ? <Table play={trying} coach={<Top {...{ asking, trying, position }} />} /> : <Waiting />;
}

interface TopProps {
  asking: Asking;
  trying: Trying<BoardState>;
  position: Position;
}

function Top({ asking, trying, position }: TopProps) {
  const text = write(position);
  const playOn = async () => {
    try {
      const { code, token, edition, players } = await asking.post<Opened>("/play", { name: ownName() });
      keepSeat(code, { token, edition, players });
      go(`/t/${code}`);
    } catch (error) {
      show(reasonOf(error), "refusal");
    }
  };
  return (
    <header class="top coach board-top" data-testid="analysis">
      <a class="home-link" href={`/board#${text}`} aria-label={t("board.change")} data-testid="board-change">
        <Icon name="prev" />
      </a>
      <h1>
        {t("board")} <small>{editionName(position.edition)}</small>
      </h1>
      <div class="coach-tools">
        <RoundButton
          icon="share"
          label={t("board.share")}
          title={t("board.share")}
          testid="board-share"
          onClick={() => void handOn(linkTo(`/board/analysis#${text}`))}
        />
        <button type="button" class="quiet small" data-testid="board-play" onClick={() => void playOn()}>
          <Icon name="play" />
          <span>{t("board.play")}</span>
        </button>
      </div>
      <div class="coach-words">
        <p data-testid="board-says" aria-live="polite">
          {says(asking, trying)}
        </p>
        {asking.turns.value.length > 1 && (
          <>
            <Pager asking={asking} trying={trying} by={-1} />
            <Pager asking={asking} trying={trying} by={1} />
          </>
        )}
      </div>
    </header>
  );
}

function says({ problem, turns, shown, chance }: Asking, trying: Trying<BoardState>): string {
  const status = trying.table.value.game?.status;
  if (status === "won" || status === "lost") return t(`board.${status}`);
  if (problem.value) return problem.value;
  if (chance.value === null) return t("board.thinking");
  const value = percents(100 * chance.value);
  return t("board.chance", { value, number: shown.value + 1, count: turns.value.length });
}

function Pager({ asking, trying, by }: { asking: Asking; trying: Trying<BoardState>; by: 1 | -1 }) {
  const to = asking.shown.value + by;
  const there = asking.turns.value[to] !== undefined;
  return (
    <RoundButton
      icon={by < 0 ? "prev" : "next"}
      label={t(by < 0 ? "board.better" : "board.worse")}
      aria-disabled={!there}
      testid={by < 0 ? "board-better" : "board-worse"}
      onClick={() => there && asking.show(trying, to)}
    />
  );
}
