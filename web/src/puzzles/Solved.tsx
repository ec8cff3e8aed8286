// A solved puzzle: its cards fan out, the medal lands, then what it brought and what comes next.
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { PuzzleLine } from "../base/protocol";
import { signed, t } from "../base/text";
import { kept } from "../history/solved";
import { Card } from "../parts/Card";
import { Icon } from "../parts/Icon";
import { Medal } from "../parts/Medal";
import type { Attempt } from "./attempt";
import { lineFrom, worthText } from "./line";
import { Mine } from "./Mine";
import { Steps } from "./Steps";
import type { Group } from "./themes";
import { Progress } from "./Tiles";

const MOST = 9;

interface Props {
  title: string;
  about: string;
  line: PuzzleLine;
  attempt: Attempt;
  next: ComponentChildren;
  /** The puzzles of its theme. */
  group: Group | undefined;
  /** Whether it is a turn of a game that is being reviewed. */
  own: boolean;
}

export function Solved({ title, about, line, attempt, next, group, own }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const watching = useMemo(() => lineFrom(line, 0), [line]);
  const laid = line.frames.flatMap(({ news }) => (news?.move ? [news.move] : [])).slice(0, MOST);
  const { rating } = kept.value;
  const gain = attempt.gain.value;
  return (
    <main class="waiting puzzle-done" data-testid="puzzle" data-verdict="solved">
      <div class="puzzle-fan" aria-hidden="true">
        {laid.map(({ card, mark }, place) => (
          <span key={card} style={{ "--turn": `${(place - (laid.length - 1) / 2) * 9}deg` }}>
            <Card card={card} mark={mark} />
          </span>
        ))}
      </div>
      <Medal sign="check" />
      <h1 ref={heading} tabIndex={-1}>
        {t("puzzle.solved")}
      </h1>
      <p class="dim">
        {title} · {about}
      </p>
      {worthText(attempt.tried.value) && <p>{worthText(attempt.tried.value)}</p>}
      {rating && !own && (
        <div class="panel">
          <p>
            <Mine rating={rating} /> {gain !== null && signed(gain)}
          </p>
          {group && (
            <p data-testid="theme-progress">
              <Progress {...group} />
            </p>
          )}
        </div>
      )}
      <section class="panel">
        <Steps watching={watching} refutation={null} onStep={(frame) => void attempt.answer(frame)} />
      </section>
      <div class="buttons">
        {next}
        <button type="button" class="quiet" data-testid="see-line" onClick={() => void attempt.answer()}>
          <Icon name="play" />
          <span>{t("puzzle.see")}</span>
        </button>
        {!own && (
          <a class="quiet" href="/puzzles">
            {t("puzzles.all")}
          </a>
        )}
      </div>
    </main>
  );
}
