// A move as a value. On the wire it is a card and a pile such as "37A", or "end".
import type { PileLetter } from "./protocol";

export interface Lay {
  card: number;
  pile: PileLetter;
}

export type Move = Lay | "end";

export function readMove(text: string): Move {
  if (text === "end") return text;
  return { card: Number(text.slice(0, -1)), pile: text.slice(-1) as PileLetter };
}

export function writeMove(move: Move): string {
  return move === "end" ? move : `${move.card}${move.pile}`;
}

/** The card and the pile of a move that has them. */
export function layOf(move: Move | "undo" | null | undefined): Partial<Lay> {
  return typeof move === "object" && move ? move : {};
}
