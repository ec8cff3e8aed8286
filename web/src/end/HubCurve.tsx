// The win chance of the game that is over, and what cost most: each turn a way to its review.
import { addressOf } from "../replay/address";
import { Costs } from "../review/Costs";
import { Curve } from "../review/Curve";
import type { Judging, Source } from "../review/judging";
import "../review/curve.css";

type Judged = NonNullable<Judging["review"]>;

export function HubCurve({ review, source }: { review: Judged; source: Source }) {
  const to = (place: number) => addressOf("review", source, place + 1);
  return (
    <>
      <Curve review={review} to={to} />
      <Costs review={review} to={to} />
    </>
  );
}
