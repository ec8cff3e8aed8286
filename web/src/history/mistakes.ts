// What kind of mistake a costly turn was: its cards beside those the champion would have laid.
import type { JudgedTurn } from "../base/protocol";

/** Ten back was missed; a card too many; a card too few; other cards or other piles, so that less room was left. */
export const MISTAKES = ["ten", "wait", "short", "room"] as const;
export type Mistake = (typeof MISTAKES)[number];

type Turn = Pick<JudgedTurn, "seat" | "mark" | "moves" | "plan">;
type Tops = Record<string, number>;

/** How often each kind happened to a seat. */
export function mistakesIn(turns: Turn[], seat: number): Partial<Record<Mistake, number>> {
  const tops: Tops = { A: 1, B: 1, C: 100, D: 100 };
  const found: Partial<Record<Mistake, number>> = {};
  for (const turn of turns) {
    if (turn.mark && turn.seat === seat) {
      const kind = kindOf(turn, tops);
      found[kind] = (found[kind] ?? 0) + 1;
    }
    for (const move of cardsOf(turn.moves)) tops[move.slice(-1)] = Number(move.slice(0, -1));
  }
  return found;
}

function kindOf({ moves, plan }: Turn, tops: Tops): Mistake {
  if (tensIn(plan, tops) > tensIn(moves, tops)) return "ten";
  const more = cardsOf(moves).length - cardsOf(plan).length;
  return more > 0 ? "wait" : more < 0 ? "short" : "room";
}

const cardsOf = (moves: string[]): string[] => moves.filter((move) => move !== "end");

/** How many of these cards go exactly ten back. */
function tensIn(moves: string[], before: Tops): number {
  const tops = { ...before };
  return cardsOf(moves).filter((move) => {
    const [pile, card] = [move.slice(-1), Number(move.slice(0, -1))];
    const back = (tops[pile] ?? 0) + ("AB".includes(pile) ? -10 : 10);
    tops[pile] = card;
    return card === back;
  }).length;
}
