// Two games with the same cards, the win chance of both in one picture.
import { useEffect, useMemo } from "preact/hooks";
import { pathOf } from "../review/Curve";
import { judge, type Judging, type Source } from "../review/judging";
import type { Review } from "../base/protocol";
import { t } from "../base/text";
import { Table } from "../parts/Table";
import "../review/curve.css";
import "./duel.css";

interface Props {
  own: Source;
  theirs: Source;
  name: string;
}

export function Duel({ own, theirs, name }: Props) {
  const stop = useMemo(() => new AbortController(), []);
  useEffect(() => () => stop.abort(), []);
  const mine = useMemo(() => judge(own, stop.signal), []).value;
  const other = useMemo(() => judge(theirs, stop.signal), []).value;
  const problem = mine.problem || other.problem;
  const share = (mine.share + other.share) / 2;
  return (
    <section class="rows duel">
      <h2>{t("beat.curves")}</h2>
      {problem && <p class="problem">{problem}</p>}
      {share < 1 && !problem && (
        <label class="progress">
          <span>{t("review.progress")}</span>
          <progress value={share} max="1" />
        </label>
      )}
      <Curves mine={mine} other={other} name={name} />
    </section>
  );
}

function Curves({ mine, other, name }: { mine: Judging; other: Judging; name: string }) {
  const both = [mine.review, other.review];
  const count = Math.max(1, ...both.map((review) => review?.turns.length ?? 0));
  if (!both.some(Boolean)) return null;
  return (
    <>
      <figure class="curve" aria-label={t("beat.curves")} data-testid="duel">
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path class="grid" d="M0 0H100M0 50H100" />
          <path class="ground" d="M0 100H100" />
          {other.review && <path class="theirs" d={`M${pathOf(other.review, count)}`} />}
          {mine.review && <path class="fair" d={`M${pathOf(mine.review, count)}`} />}
        </svg>
        <figcaption>
          <span class="legend-fair">{t("seat.you")}</span>
          <span class="legend-theirs">{name}</span>
        </figcaption>
      </figure>
      <details>
        <summary>{t("stats.table")}</summary>
        <Chances mine={mine.review} other={other.review} name={name} count={count} />
      </details>
    </>
  );
}

interface ChancesProps {
  mine: Review | null;
  other: Review | null;
  name: string;
  count: number;
}

function chance(review: Review | null, n: number): string {
  const turn = review?.turns[n];
  return turn ? String(Math.round(turn.played)) : "–";
}

function Chances({ mine, other, name, count }: ChancesProps) {
  return (
    <Table heads={[t("replay.scrub"), `${t("seat.you")}, %`, `${name}, %`]}>
      {Array.from({ length: count }, (_, n) => (
        <tr key={n}>
          <th scope="row">{n + 1}</th>
          <td>{chance(mine, n)}</td>
          <td>{chance(other, n)}</td>
        </tr>
      ))}
    </Table>
  );
}
