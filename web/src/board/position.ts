// A position as one player sees it, and its link: tops, own hand, and every card that was played.
import { boxOf, lacking, readBox, writeBox, type Box } from "../opening/box";
import { newSettings, withRules } from "../opening/options";
import type { AskBoard, PileLetter } from "../base/protocol";

export const PILES: readonly PileLetter[] = ["A", "B", "C", "D"];
/** Where each pile begins. */
const BASES: Record<PileLetter, number> = { A: 1, B: 1, C: 100, D: 100 };

export interface Position {
  edition: string;
  players: number;
  /** The numbers of one's own box; null: ours. */
  box: Box | null;
  tops: Record<PileLetter, number>;
  hand: number[];
  /** The played cards that lie on no top. */
  laid: number[];
}

/** What a tap on a number means. */
export type Place = "hand" | "laid" | PileLetter;

export const empty = (edition = "base", players = 1, box: Box | null = null): Position => ({
  edition,
  players,
  box,
  tops: { ...BASES },
  hand: [],
  laid: [],
});

export const isBare = (position: Position, pile: PileLetter): boolean => position.tops[pile] === BASES[pile];

/** Where a card lies, as far as it is known. */
export function placeOf({ tops, hand, laid }: Position, card: number): Place | null {
  if (hand.includes(card)) return "hand";
  return PILES.find((pile) => tops[pile] === card) ?? (laid.includes(card) ? "laid" : null);
}

/** Put a card somewhere, or take it away from there; a top that is replaced has been played. */
export function placed(position: Position, card: number, place: Place): Position {
  const at = placeOf(position, card);
  const without = { ...position, ...taken(position, card) };
  if (at === place) return without;
  if (place === "hand") return { ...without, hand: sorted([...without.hand, card]) };
  if (place === "laid") return { ...without, laid: sorted([...without.laid, card]) };
  const below = isBare(without, place) ? [] : [without.tops[place]];
  return { ...without, laid: sorted([...without.laid, ...below]), tops: { ...without.tops, [place]: card } };
}

function taken({ tops, hand, laid }: Position, card: number): Pick<Position, "tops" | "hand" | "laid"> {
  const others = (cards: number[]) => cards.filter((one) => one !== card);
  const left = Object.fromEntries(PILES.map((pile) => [pile, tops[pile] === card ? BASES[pile] : tops[pile]]));
  return { tops: left as Position["tops"], hand: others(hand), laid: others(laid) };
}

/** The position after a turn; what was drawn is still to be entered. */
export function after(position: Position, moves: string[]): Position {
  return moves
    .filter((move) => move !== "end")
    .reduce((now, move) => placed(now, Number(move.slice(0, -1)), move.slice(-1) as PileLetter), position);
}

export function asked({ edition, players, box, tops, hand, laid }: Position): AskBoard {
  const settings = newSettings(edition, players);
  return { settings: box ? withRules(settings, { commands: box }) : settings, piles: tops, hand, laid };
}

const sorted = (cards: number[]): number[] => cards.toSorted((one, other) => one - other);
const pairs = (cards: number[]): string => cards.map((card) => String(card).padStart(2, "0")).join("");
const cardsIn = (text: string): number[] => (text.match(/\d\d/g) ?? []).map(Number);

/** The whole position as the end of a link. */
export function write({ edition, players, box, tops, hand, laid }: Position): string {
  const piles = PILES.map((pile) => String(tops[pile]).padStart(3, "0")).join("");
  return [edition, players, piles, pairs(hand), pairs(laid), ...(box ? [writeBox(box)] : [])].join(".");
}

/** Read what `write` wrote; null when it is something else. What is impossible, the host refuses. */
export function read(text: string): Position | null {
  const found = /^([a-z+-]+)\.([1-5])\.(\d{12})\.((?:\d\d)*)\.((?:\d\d)*)(?:\.([\d-]+))?$/.exec(text);
  if (!found) return null;
  const [, edition = "", players = "", piles = "", hand = "", laid = "", commands] = found;
  const box = commands === undefined ? null : readBox(commands);
  const tops = Object.fromEntries(PILES.map((pile, n) => [pile, Number(piles.slice(3 * n, 3 * n + 3))]));
  if (commands !== undefined && lacking(box ?? boxOf(() => []))) return null;
  return {
    edition,
    players: Number(players),
    box,
    tops: tops as Position["tops"],
    hand: cardsIn(hand),
    laid: cardsIn(laid),
  };
}
