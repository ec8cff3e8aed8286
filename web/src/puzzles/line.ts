// A line on the table: what would happen after a wrong turn, or a way to solve it, card by card.
import { effect } from "@preact/signals";
import { moves } from "../preferences/preferences";
import type { PuzzleLine, Refutation, TableView, TriedTurn } from "../base/protocol";
import { type Key, say, t } from "../base/text";
import { Watching } from "../replay/watching";

/** A card travels, then a pause. */
const PACE = 600;

/** A line on the table; one that refutes a turn says why. */
export interface Shown {
  line: PuzzleLine;
  refutation: Refutation | null;
  watching: Watching<PuzzleLine>;
}

/** Seats are called by their numbers. */
export function named(table: TableView, key: Key = "puzzle.player"): TableView {
  const seats = table.seats.map((seat) => seat && { ...seat, name: t(key, { number: seat.name }) });
  return { ...table, seats };
}

/** A line to be shown from a frame on; without motion its last picture is there at once. */
export function lineFrom({ turns, frames }: PuzzleLine, from: number): Watching<PuzzleLine> {
  const watching = new Watching({ turns, frames: frames.map((frame) => ({ ...frame, table: named(frame.table) })) });
  watching.at.value = moves() ? from : watching.last;
  return watching;
}

/** Go on from frame to frame until the end, or until somebody chooses a step; at the end, lift the card that loses. */
export function runOn(watching: Watching<PuzzleLine>, card: number | null = null): () => void {
  let expected = watching.at.peek();
  return effect(() => {
    const at = watching.at.value;
    watching.picked.value = at >= watching.last ? card : null;
    if (at !== expected || at >= watching.last) return undefined;
    const timer = setTimeout(() => watching.goFrame((expected = at + 1)), PACE);
    return () => clearTimeout(timer);
  });
}

/** What a turn of a game is worth, beside the champion's. */
export function worthText(tried: TriedTurn | null): string {
  return tried ? t("review.tried", { chance: Math.round(tried.chance), best: Math.round(tried.best) }) : "";
}

/** Why the game is lost, in one sentence. */
export function lossText({ card, reason, taken_by: taker }: Refutation): string {
  if (taker) return t("puzzle.taken", { card, taker: taker.slice(0, -1), pile: taker.slice(-1) });
  return reason === "stuck" ? t("puzzle.stuck", { card }) : `${card}: ${say(`reason.${reason}`)}`;
}
