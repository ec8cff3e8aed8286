// How well one plays, from reviews: points of win chance given away a decision, and the mistake made most.
import type { Finished, Reviewed } from "../history/history";
import type { MistakeKind } from "../base/protocol";
import { counted } from "./figures";

const RECENT = 20;
const SMOOTH = 5;

export interface Level {
  /** Points given away a decision, in the last games that were reviewed. */
  points: number;
  /** How much better than in as many games before: points fewer; null where there are too few to tell. */
  better: number | null;
  /** A figure a game, the mean of a few. */
  curve: number[];
  games: number;
  mistake: { kind: MistakeKind; count: number } | null;
}

const rate = (reviews: Reviewed[]): number =>
  reviews.reduce((sum, { given }) => sum + given, 0) /
  Math.max(
    1,
    reviews.reduce((sum, { decisions }) => sum + decisions, 0),
  );

/** Null while nothing was reviewed. */
export function levelOf(games: Finished[]): Level | null {
  const reviews = counted(games).flatMap(({ review }) => (review && review.decisions > 0 ? [review] : []));
  if (reviews.length === 0) return null;
  const before = reviews.slice(-2 * RECENT, -RECENT);
  const points = rate(reviews.slice(-RECENT));
  return {
    points,
    better: before.length >= SMOOTH ? rate(before) - points : null,
    curve: reviews.map((_, n) => rate(reviews.slice(Math.max(0, n - SMOOTH + 1), n + 1))),
    games: reviews.length,
    mistake: mistakeOf(reviews.slice(-RECENT)),
  };
}

function mistakeOf(reviews: Reviewed[]): Level["mistake"] {
  const counts = new Map<MistakeKind, number>();
  for (const { kinds } of reviews) {
    for (const [kind, count] of Object.entries(kinds ?? {}) as [MistakeKind, number][]) {
      counts.set(kind, (counts.get(kind) ?? 0) + count);
    }
  }
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a);
  return most ? { kind: most[0], count: most[1] } : null;
}
