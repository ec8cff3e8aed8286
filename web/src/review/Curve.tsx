// Win chance after every turn, by what the seat could see, and what cost most.
import type { CostlyTurn, Review } from "../base/protocol";
import { t } from "../base/text";

const points = (value: number): string => String(Math.round(value));

const y = (value: number): number => 100 - value;

/** The chance before and after every turn, then the result; `count` turns are as wide as the picture. */
export function pathOf({ turns, result }: Review, count = turns.length): string {
  const x = (place: number) => (place / count) * 100;
  const places = turns.flatMap(({ best, played }, n) => [`${x(n)} ${y(best)}`, `${x(n + 0.5)} ${y(played)}`]);
  return [...places, `${x(turns.length)} ${y(result)}`].join("L");
}

interface Props {
  review: Review;
  /** Where the diamond of a turn leads; the keyboard has a list for that. */
  to: (place: number) => string;
  /** The turn that is looked at; none at the end of a game. */
  turn?: number;
}

export function Curve({ review, to, turn: here = -1 }: Props) {
  const count = review.turns.length;
  const x = (place: number) => (place / count) * 100;
  const path = pathOf(review);
  return (
    <figure class="curve" aria-label={summaryOf(review)} data-testid="curve">
      <div class="plot" aria-hidden="true">
        <svg viewBox="0 0 100 100" preserveAspectRatio="none">
          <path class="grid" d="M0 0H100M0 50H100" />
          <path class="ground" d="M0 100H100" />
          <path class="under" d={`M${path}V100H0Z`} />
          <path class="fair" d={`M${path}`} />
          {review.costly.map(({ turn: number, best, played }) => (
            <path
              key={number}
              class="drop"
              d={`M${x(placeOf(review, number))} ${y(best)}L${x(placeOf(review, number) + 0.5)} ${y(played)}`}
            />
          ))}
        </svg>
        {sidesOf(review).map(({ turn: number, best, played, below }, n) => (
          <a
            key={number}
            class={below ? "diamond below" : "diamond"}
            style={{ "--x": `${x(placeOf(review, number))}%`, "--y": `${y(below ? played : best)}%` }}
            href={to(placeOf(review, number))}
            tabIndex={-1}
            draggable={false}
            data-here={placeOf(review, number) === here}
            data-testid={`diamond-${n + 1}`}
          >
            <b>{n + 1}</b>
          </a>
        ))}
      </div>
    </figure>
  );
}

/** What cost most, each with the side of the curve that has room for it; of two close together one takes the other. */
function sidesOf(review: Review): (CostlyTurn & { below: boolean })[] {
  const near = review.turns.length / 12;
  const found: (CostlyTurn & { below: boolean })[] = [];
  for (const one of review.costly) {
    const below = one.played > 50;
    const close = found.some((other) => other.below === below && Math.abs(other.turn - one.turn) < near);
    found.push({ ...one, below: close ? !below : below });
  }
  return found;
}

/** The place of a turn by its number, from 0. */
export const placeOf = (review: Review, number: number): number =>
  Math.max(
    0,
    review.turns.findIndex(({ turn }) => turn === number),
  );

function summaryOf(review: Review): string {
  const costly = review.costly.map(({ turn }) => placeOf(review, turn) + 1).join(", ");
  const details = { start: points(review.start), result: points(review.result), turns: costly || "–" };
  return t("review.summary", details);
}
