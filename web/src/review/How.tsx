// How a review is computed: luck and decisions, what the deck would have allowed, every turn as a table, and who judged.
import type { Review, ReviewJudge } from "../base/protocol";
import { t } from "../base/text";
import { CurveTable } from "./CurveTable";
import { placeOf } from "./Curve";
import { Sums } from "./Sums";

export function How({ review, name }: { review: Review; name: (seat: number) => string }) {
  return (
    <details data-testid="how">
      <summary>{t("review.how")}</summary>
      <div class="stack">
        {review.stage === "full" && <Sums review={review} />}
        {review.winnable && <p data-testid="winnable">{knownText(review, review.winnable.until)}</p>}
        <p class="dim">{t("review.points")}</p>
        <p class="dim">{judgeText(review.judge)}</p>
        <CurveTable review={review} name={name} />
      </div>
    </details>
  );
}

/** Until when the game could be won with the deck known. */
const knownText = (review: Review, until: number | null): string =>
  until === null ? t("review.known.never") : t("review.known", { turn: placeOf(review, until) + 1 });

/** Which champion it was: one that thinks in a page sees less than one on a server. */
const judgeText = ({ champion: { engine, version, weights } }: ReviewJudge): string =>
  t(`review.judge.${engine}`, { version, weights: weights.slice(0, 6) });
