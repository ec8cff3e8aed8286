// The turns that cost most, as chips: the same shape as on the curve.
import type { Review } from "../base/protocol";
import type { Watching } from "../replay/watching";
import { t } from "../base/text";
import { nameAt } from "../base/view";
import { placeOf } from "./Curve";

export function Costs({ review, watching }: { review: Review; watching: Watching }) {
  if (review.costly.length === 0)
    return review.stage === "full" ? <p class="costs-none">{t("review.costs.none")}</p> : null;
  return (
    <div class="costs" data-testid="costs">
      <p>{t("review.costs")}</p>
      {review.costly.map(({ turn, loss }, n) => {
        const place = placeOf(review, turn);
        const seat = review.turns[place]?.seat ?? 0;
        return (
          <button
            key={turn}
            type="button"
            class="cost"
            aria-pressed={watching.turn.value === place}
            data-testid={`cost-${n + 1}`}
            onClick={() => watching.goTurn(place)}
          >
            <span class="diamond" aria-hidden="true">
              <b>{n + 1}</b>
            </span>
            <span>
              {t("review.turnShort", { turn: place + 1 })}
              <small>
                −{Math.round(loss)} · {nameAt(watching.table.value, seat)}
              </small>
            </span>
          </button>
        );
      })}
    </div>
  );
}
