// Which cards of the hand were drawn last: marked until one's next turn is over, also across a reload.
import { gameId } from "./history";
import type { TableView } from "../base/protocol";
import { read, write } from "../base/storage";

interface Kept {
  id: string;
  cards: number[];
}

const STORED = "nonante.drawn";
const cardsOf = ({ game }: TableView): number[] => game?.hand.map(({ card }) => card) ?? [];

/** What is marked after an update, and what was drawn by it. */
export function drawnCards(before: TableView | null, after: TableView): { marked: number[]; drawn: number[] } {
  const id = gameId(after);
  const kept = read<Kept>(STORED, "sessionStorage");
  const known = kept?.id === id ? kept.cards : [];
  if (!before?.game || !after.game || gameId(before) !== id) return { marked: known, drawn: [] };
  const ended = before.game.active === before.you && before.game.turn !== after.game.turn;
  if (!ended) return { marked: known, drawn: [] };
  const held = cardsOf(before);
  const drawn = cardsOf(after).filter((card) => !held.includes(card));
  write(STORED, { id, cards: drawn } satisfies Kept, "sessionStorage");
  return { marked: drawn, drawn };
}
