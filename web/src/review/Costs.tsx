// The turns that cost most, each by its kind and a way to it: after a game, and beside its review.
import type { Review } from "../base/protocol";
import { say, t } from "../base/text";
import { Icon } from "../parts/Icon";
import { placeOf } from "./Curve";

interface Props {
  review: Review;
  /** Where the review of a turn is, from 0. */
  to: (place: number) => string;
  /** The turn that is looked at; none at the end of a game. */
  turn?: number;
  /** In one line, where a turn says itself what kind of mistake it was. */
  short?: boolean;
}

export function Costs({ review, to, turn: here = -1, short = false }: Props) {
  if (review.costly.length === 0) return review.stage === "full" ? <p class="dim">{t("review.costs.none")}</p> : null;
  return (
    <ul class={short ? "buttons" : "costs"} data-testid="costs" aria-label={t("review.costs")}>
      {review.costly.map(({ turn, loss }, n) => {
        const place = placeOf(review, turn);
        return (
          <li key={turn}>
            <a
              class={short ? "quiet small huge" : undefined}
              href={to(place)}
              aria-current={place === here ? "true" : undefined}
              data-testid={`cost-${n + 1}`}
            >
              <span class="diamond" aria-hidden="true">
                <b>{n + 1}</b>
              </span>
              <span>
                <b>{t("review.turnShort", { turn: place + 1 })}</b>
                <small class={short ? "unseen" : "dim"}>{kindText(review.turns[place])}</small>
              </span>
              <span class="cost">−{Math.round(loss)}</span>
              {!short && <Icon name="next" />}
            </a>
          </li>
        );
      })}
    </ul>
  );
}

/** What kind of mistake a turn was, in words; nothing where a review does not say. */
export const kindText = (judged: Pick<Review["turns"][number], "kind"> | undefined): string =>
  (judged?.kind && say(`mistake.${judged.kind}`)) || "";
