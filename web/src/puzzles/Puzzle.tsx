// One puzzle on the table: a wrong turn is answered by the line that loses; solved, it is celebrated.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { CardView, PuzzleState } from "../base/protocol";
import { t } from "../base/text";
import { kept } from "../history/solved";
import { Card } from "../parts/Card";
import { Icon, RoundButton } from "../parts/Icon";
import { Waiting } from "../parts/Waiting";
import { Table } from "../table/Table";
import { type Attempt, useAttempt } from "./attempt";
import { lossText, worthText } from "./line";
import { Mine } from "./Mine";
import { Solved } from "./Solved";
import { Steps } from "./Steps";
import type { Task } from "./tasks";
import type { Group } from "./themes";
import "./puzzles.css";

interface Props {
  task: Task;
  /** What it is called here: of the day, in a run, by its number. */
  title: string;
  /** Its theme, edition and rating. */
  about: string;
  /** The puzzles of its theme. */
  group?: Group | undefined;
  /** Solved, or failed for the first time here. */
  onDone?: (solved: boolean) => void;
  /** What leads on, as the button of the page or beside it. */
  next: (look: "primary" | "quiet") => ComponentChildren;
  /** Where it does not come from the puzzles: the way back. */
  onLeave?: () => void;
}

export function Puzzle({ task, title, about, group, onDone, next, onLeave }: Props) {
  const attempt = useAttempt(task, onDone);
  const trying = attempt.trying.value;
  useEscape(attempt, onLeave);
  const shown = attempt.shown.value;
  if (!trying) return <Waiting />;
  if (attempt.solved.value && !shown) {
    return (
      <Solved
        {...{ title, about, attempt, group }}
        own={onLeave !== undefined}
        line={attempt.solved.value}
        next={next("primary")}
      />
    );
  }
  const head = <Head {...{ title, about, attempt, onLeave }} goal={goalOf(trying.now.value, task.hidden)} />;
  if (!shown) return <Table play={trying} coach={head} side={<Open state={trying.now.value} />} />;
  const { watching, refutation } = shown;
  return (
    <Table
      play={watching}
      coach={head}
      side={<Steps {...{ watching, refutation }} onStep={(frame) => watching.goFrame(frame)} />}
      actions={
        <LineActions attempt={attempt} wrong={refutation !== null} next={!attempt.solved.value && next("quiet")} />
      }
    />
  );
}

/** Escape leaves, once no card is picked and no sheet is open. */
function useEscape(attempt: Attempt, leave: (() => void) | undefined): void {
  useEffect(() => {
    if (!leave) return undefined;
    const press = (event: KeyboardEvent) => {
      const busy = attempt.trying.peek()?.picked.peek() ?? document.querySelector("dialog[open]");
      if (event.key !== "Escape" || busy !== null) return;
      event.stopPropagation(); // what comes next has an Escape of its own
      leave();
    };
    addEventListener("keydown", press, true); // before the table takes the card down
    return () => removeEventListener("keydown", press, true);
  });
}

/** What is to be done. */
function goalOf({ table, verdict }: PuzzleState, hidden: boolean): string {
  if (verdict === "right") return t("puzzle.right");
  if (hidden) return t("puzzle.chance");
  const count = table.seats.reduce((sum, seat) => sum + (seat?.count ?? 0), table.game?.draw_count ?? 0);
  return t(table.seats.length > 1 ? "puzzle.goal.team" : "puzzle.goal", { count });
}

interface HeadProps {
  title: string;
  about: string;
  attempt: Attempt;
  goal: string;
  onLeave: (() => void) | undefined;
}

function Head({ title, about, attempt, goal, onLeave }: HeadProps) {
  const shown = attempt.shown.value;
  const worth = worthText(attempt.tried.value);
  const refutation = shown?.refutation;
  const { rating } = kept.value;
  return (
    <header class="top coach" data-testid="puzzle" data-verdict={refutation ? "wrong" : shown ? "answer" : "none"}>
      {onLeave ? (
        <button type="button" class="home-link" aria-label={t("hub.back")} onClick={onLeave} data-testid="puzzle-leave">
          <Icon name="prev" />
        </button>
      ) : (
        <a class="home-link" href="/puzzles" aria-label={t("puzzles.all")}>
          <Icon name="prev" />
        </a>
      )}
      <h1>
        {title}
        <small class="puzzle-about">{about}</small>
      </h1>
      <div class="coach-tools">
        {rating && <Mine rating={rating} />}
        {!shown && (
          <RoundButton
            icon="eye"
            label={t("puzzle.answer")}
            title={t("puzzle.answer")}
            testid="puzzle-answer"
            onClick={() => void attempt.answer()}
          />
        )}
      </div>
      <div class="coach-words">
        <p data-testid="puzzle-says">
          {refutation && <b class="flag puzzle-flag">{t("puzzle.wouldHappen")}</b>}
          {refutation && worth && `${worth} `}
          {refutation ? lossText(refutation) : shown ? t("puzzle.line") : goal}
        </p>
      </div>
    </header>
  );
}

interface LineProps {
  attempt: Attempt;
  wrong: boolean;
  next: ComponentChildren;
}

function LineActions({ attempt, wrong, next }: LineProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <section class="actions" aria-label={t("actions")}>
      <button
        ref={button}
        type="button"
        class="primary end"
        data-testid="take-back"
        onClick={() => void attempt.back()}
      >
        {t(wrong ? "puzzle.takeBack" : "puzzle.toTable")}
      </button>
      <button type="button" class="quiet" data-testid="line-again" onClick={attempt.again}>
        <Icon name="again" />
        <span>{t("puzzle.again")}</span>
      </button>
      {next}
    </section>
  );
}

/** What lies open: the other hands, and what is left to draw, in its order. */
function Open({ state: { hands, draw, table } }: { state: PuzzleState }) {
  const { active, draw_count: count } = table.game ?? { active: 0, draw_count: 0 };
  const others = (hands ?? []).map((hand, seat) => ({ hand, seat })).filter(({ seat }) => seat !== active);
  return (
    <ul class="puzzle-open">
      {others.map(({ hand, seat }) => (
        <Row key={seat} seat={seat} name={t("puzzle.player", { number: seat + 1 })} cards={hand} />
      ))}
      {count > 0 && <Row name={draw ? t("puzzle.draw") : t("puzzle.hidden", { count })} cards={draw ?? []} />}
    </ul>
  );
}

function Row({ name, cards, seat }: { name: string; cards: CardView[]; seat?: number }) {
  return (
    <li data-seat={seat}>
      <span>{name}</span>
      {cards.map(({ card, mark }) => (
        <Card key={card} card={card} mark={mark} />
      ))}
    </li>
  );
}
