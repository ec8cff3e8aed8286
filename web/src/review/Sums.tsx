// Luck and decisions: three bars on one scale that lead from the start to the end, rounded so that they add up.
import type { Review } from "../base/protocol";
import { decimal, percents, signed, t } from "../base/text";

/** Whole points that add up: what rounding leaves over goes to the cards. */
export function wholeSums({ sums }: Review): { start: number; cards: number; decisions: number; result: number } {
  const start = Math.round(sums.start);
  const decisions = -Math.round(sums.loss);
  const result = Math.round(sums.result);
  return { start, cards: result - start - decisions, decisions, result };
}

export function Sums({ review }: { review: Review }) {
  const { start, cards, decisions } = wholeSums(review);
  const team = new Set(review.turns.map(({ seat }) => seat)).size > 1;
  const [least, most] = [Math.min(0, start + cards), Math.max(100, start + cards)]; // good luck may have made up for a lot
  const at = (value: number) => ((value - least) / (most - least)) * 100;
  const bar = (one: number, other: number) => {
    const from = at(Math.min(one, other));
    return { "--from": `${from}%`, "--width": `${Math.max(1, at(Math.max(one, other)) - from)}%` };
  };
  return (
    <section class="split" data-testid="sums">
      <h2>{t("review.split")}</h2>
      <dl style={{ "--none": `${at(0)}%`, "--all": `${at(100)}%` }}>
        <dt>{t("review.split.start")}</dt>
        <dd class="split-bar" aria-hidden="true">
          <i class="start" style={bar(start, start)} />
        </dd>
        <dd>{percents(start)}</dd>
        <dt>{t("review.split.cards")}</dt>
        <dd class="split-bar" aria-hidden="true">
          <i class="cards" style={bar(start, start + cards)} />
        </dd>
        <dd>{signed(cards)}</dd>
        <dt>{t("review.split.decisions")}</dt>
        <dd class="split-bar" aria-hidden="true">
          <i class="choices" style={bar(start + cards, start + cards + decisions)} />
        </dd>
        <dd>{signed(decisions)}</dd>
      </dl>
      <p class="dim">
        {t(team ? "judged.headline.team" : "judged.headline", {
          per: decimal(review.headline.per_decision),
          count: review.headline.decisions,
          accuracy: Math.round(review.headline.accuracy),
        })}
      </p>
    </section>
  );
}
