// One puzzle: the position, one's own turns, and what came of them.
import { useSignal } from "@preact/signals";
import { ask } from "../net/api";
import { Card } from "../parts/Card";
import { show } from "../base/notice";
import type { CardView, PuzzleAnswer, PuzzleInfo, PuzzleVerdict, TrialState } from "../base/protocol";
import { reasonOf } from "../net/refusing";
import { Trial, useTrying } from "../review/Trial";
import { LaterSheets } from "../table/LaterSheets";
import { t } from "../base/text";
import { editionName, playersText } from "../base/view";
import { noteTry } from "../history/solved";

interface Props {
  info: PuzzleInfo;
  /** Solved or failed, the first time. */
  onDone: (solved: boolean) => void;
  /** The puzzle after this one; null: none, or somebody else leads on. */
  next: string | null;
}

export function Puzzle({ info, onDone, next }: Props) {
  const verdict = useSignal<PuzzleVerdict | null>(null);
  const firm = useSignal(0);
  const answer = useSignal<string[] | null>(null);
  const failed = useSignal(false);
  const step = (moves: string[]) =>
    ask<TrialState>(`/api/puzzles/${info.name}`, { method: "POST", body: JSON.stringify({ moves }) });
  const trying = useTrying(info.name, step, (state, moves) => {
    verdict.value = state.verdict;
    if (state.verdict === "right") firm.value = moves.length;
    if (state.verdict === "solved" || state.verdict === "wrong") {
      noteTry(info.name, state.verdict === "solved" && !failed.value);
      if (!failed.value) onDone(state.verdict === "solved");
      failed.value ||= state.verdict === "wrong";
    }
  });
  const again = () => {
    verdict.value = null;
    firm.value = 0;
    void trying.value?.go([]);
  };
  const giveUp = async () => {
    try {
      answer.value = (await ask<PuzzleAnswer>(`/api/puzzles/${info.name}/answer`)).moves;
      noteTry(info.name, false);
    } catch (error) {
      show(reasonOf(error), "refusal");
    }
  };
  if (!trying.value) return <p class="dim">{t("connecting")}</p>;
  const state = trying.value.now.value;
  const over = verdict.value === "solved" || verdict.value === "wrong";
  return (
    <section class="stack puzzle" data-testid="puzzle" data-verdict={verdict.value ?? "none"}>
      <p>
        {editionName(info.edition)}, {playersText(info.players)}. {t(`puzzle.${info.kind}`)}
      </p>
      <output class="puzzle-verdict">{verdict.value && t(`puzzle.verdict.${verdict.value}`)}</output>
      {!over && <Trial trying={trying.value} firm={firm.value} />}
      <Open state={state} />
      <div class="buttons">
        {over && verdict.value === "wrong" && (
          <button type="button" class="primary" data-testid="puzzle-again" onClick={again}>
            {t("review.tryAgain")}
          </button>
        )}
        {verdict.value === "solved" && next && (
          <a class="primary" href={`/puzzles/${next}`} data-testid="puzzle-next">
            {t("puzzle.next")}
          </a>
        )}
        {verdict.value !== "solved" && !answer.value && (
          <button type="button" class="quiet" data-testid="puzzle-answer" onClick={() => void giveUp()}>
            {t("puzzle.answer")}
          </button>
        )}
        <a class="quiet" href="/puzzles">
          {t("puzzles.all")}
        </a>
      </div>
      {answer.value && <p data-testid="puzzle-solution">{solutionText(answer.value)}</p>}
      <LaterSheets play={trying.value} />
    </section>
  );
}

/** The moves of a solution, turn by turn. */
function solutionText(moves: string[]): string {
  return moves.map((move) => (move === "end" ? "|" : `${move.slice(0, -1)} → ${move.slice(-1)}`)).join("  ");
}

/** What lies open: the other hands, and what is left to draw, in its order. */
function Open({ state: { hands, draw, table } }: { state: TrialState }) {
  const active = table.game?.active ?? 0;
  return (
    <>
      {hands?.map((hand, seat) =>
        seat === active || hand.length === 0 ? null : (
          <Row key={seat} name={t("puzzle.hand", { seat: seat + 1 })} cards={hand} />
        ),
      )}
      {draw && draw.length > 0 && <Row name={t("puzzle.draw")} cards={draw} />}
    </>
  );
}

function Row({ name, cards }: { name: string; cards: CardView[] }) {
  return (
    <div>
      <p class="dim">{name}</p>
      <ol class="puzzle-row">
        {cards.map(({ card, mark }) => (
          <li key={card}>
            <Card card={card} mark={mark} />
          </li>
        ))}
      </ol>
    </div>
  );
}
