// One sentence about a finished game, from what a review has computed so far: the cards first, then the decision.
import { t, type Key } from "../base/text";

interface Turn {
  turn: number;
  best: number;
  played: number;
  loss: number;
}

/** As much of a review as a sentence needs. */
export interface Judged {
  stage: "curve" | "full";
  start: number;
  result: number;
  sums: { loss: number };
  turns: Turn[];
  winnable: { until: number | null; proved: boolean } | null;
}

/** From so many points on, a turn alone decided a lot: the way to its review comes first. */
export const COSTLY = 10;
const SMALL = 2;
const NOTHING = 5;
const LUCK = 15;
const SLIM = 15;
/** From how many points on a loss is told as a share of all chances; below, in points. */
const SHARES: [number, Key][] = [
  [72, "verdict.share.most"],
  [59, "verdict.share.twoThirds"],
  [42, "verdict.share.half"],
  [29, "verdict.share.third"],
  [20, "verdict.share.quarter"],
];

/** The sentence; `left` cards were left, and `stuck` tells whether they fitted nowhere. */
export function verdictOf(review: Judged, left: number, stuck: boolean): string {
  if (review.turns.length === 0) return "";
  const won = review.result > 0;
  if (review.stage === "curve") return won ? quickWin(review) : quickLoss(review);
  return won ? ofWin(review) : ofLoss(review, left, stuck);
}

/** The turn that cost most, with its number as people count. */
export function worstOf({ turns }: Judged): { number: number; loss: number } | null {
  const losses = turns.map(({ loss }) => loss);
  const loss = Math.max(0, ...losses);
  return loss > 0 ? { number: losses.indexOf(loss) + 1, loss } : null;
}

function quickLoss({ turns }: Judged): string {
  const even = turns.findLastIndex(({ best }) => best >= 50);
  const most = Math.max(...turns.map(({ best }) => best));
  if (even < 0) return t("verdict.quick.never", { chance: Math.round(most) });
  return t("verdict.quick.until", { turn: even + 1, chance: Math.round(turns[even]!.best) });
}

function quickWin(review: Judged): string {
  const low = lowest(review);
  return low.chance <= SLIM ? t("verdict.twice", low) : t("verdict.quick.won", { start: Math.round(review.start) });
}

function ofWin(review: Judged): string {
  const low = lowest(review);
  const worst = worstOf(review);
  const given = review.sums.loss;
  if (low.chance <= SLIM) return t("verdict.twice", low);
  if (!worst || worst.loss <= 3) return t("verdict.clean");
  if (given <= NOTHING) return t("verdict.won.nothing");
  if (worst.loss >= COSTLY) return t("verdict.won.though", costOf(worst));
  return t("verdict.won.given", { count: Math.round(given) });
}

function ofLoss(review: Judged, left: number, stuck: boolean): string {
  const { winnable, sums, turns } = review;
  const worst = worstOf(review);
  const cards = cardsText(review);
  if (winnable?.proved && winnable.until === null) return t("verdict.deck");
  if (worst && worst.loss >= COSTLY) return t("verdict.turn", { cards, ...costOf(worst) });
  if (winnable?.proved && winnable.until !== null && left <= 5) {
    const way = turns.findIndex(({ turn }) => turn === winnable.until) + 1;
    return t("verdict.short", { count: left, turn: way });
  }
  const small = turns.filter(({ loss }) => loss >= SMALL).length;
  if (sums.loss >= COSTLY && small >= 2) return t("verdict.small", { cards, count: small });
  if (sums.loss <= NOTHING && luckOf(review) <= -LUCK) return t("verdict.nothing", { cards });
  if (sums.loss <= COSTLY && stuck) return t("verdict.well", { count: left });
  return t("verdict.given", { cards, count: Math.round(sums.loss) });
}

/** What the cards did to the chance, all turns together: what is left of its way once decisions are taken out. */
const luckOf = ({ start, result, sums }: Judged): number => result - start + sums.loss;

function cardsText(review: Judged): string {
  const luck = luckOf(review);
  return t(luck >= LUCK ? "verdict.cards.kind" : luck <= -LUCK ? "verdict.cards.mean" : "verdict.cards.even");
}

/** What a turn cost: a share of all chances where it is large, else points. */
function costOf({ number, loss }: { number: number; loss: number }): { turn: number; cost: string } {
  const share = SHARES.find(([points]) => loss >= points)?.[1];
  return { turn: number, cost: share ? t(share) : t("verdict.points", { count: Math.round(loss) }) };
}

function lowest({ turns }: Judged): { turn: number; chance: number } {
  const chances = turns.map(({ best }) => best);
  const chance = Math.min(...chances);
  return { turn: chances.indexOf(chance) + 1, chance: Math.round(chance) };
}
