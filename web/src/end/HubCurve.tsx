// The win chance of the game that is over, and what cost most: each turn a way to its review.
import { t } from "../base/text";
import { addressOf } from "../replay/address";
import { Curve, placeOf } from "../review/Curve";
import type { Judging, Source } from "../review/judging";
import { Icon } from "../parts/Icon";
import "../review/review.css";
import "./curve.css";

type Judged = NonNullable<Judging["review"]>;

export function HubCurve({ review, source }: { review: Judged; source: Source }) {
  const to = (place: number) => addressOf("review", source, place + 1);
  return (
    <>
      <Curve review={review} to={to} />
      <ul class="hub-costs" data-testid="hub-costs">
        {review.costly.map(({ turn, loss }, n) => {
          const place = placeOf(review, turn);
          return (
            <li key={turn}>
              <a href={to(place)} data-testid={`hub-cost-${n + 1}`}>
                <span class="diamond" aria-hidden="true">
                  <b>{n + 1}</b>
                </span>
                <b>{t("review.turnShort", { turn: place + 1 })}</b>
                <span class="hub-cost">−{Math.round(loss)}</span>
                <Icon name="next" />
              </a>
            </li>
          );
        })}
      </ul>
    </>
  );
}
