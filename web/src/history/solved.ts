// The puzzles tried on this device, one's rating, and how many were solved in one run.
import { signal } from "@preact/signals";
import type { Rating } from "../base/protocol";
import { read, write } from "../base/storage";

interface Kept {
  version: number;
  /** Name -> whether the first try solved it. */
  solved: Record<string, boolean>;
  /** Most solved in one run. */
  best: number;
  /** Null until the first try has counted. */
  rating: Rating | null;
}

const STORED = "nonante.puzzles";
const NONE: Kept = { version: 1, solved: {}, best: 0, rating: null };

export const kept = signal<Kept>(stored());

function stored(): Kept {
  const found = read<Kept>(STORED);
  return found?.version === NONE.version ? { ...NONE, ...found } : NONE;
}

/** Keep what came of the first try, and the rating after it where it counted. */
export function noteTry(name: string, right: boolean, rating: Rating | null): void {
  const before = stored();
  if (before.solved[name] !== undefined) return;
  save({ ...before, solved: { ...before.solved, [name]: right }, rating: rating ?? before.rating });
}

export function noteRun(length: number): void {
  const before = stored();
  if (length > before.best) save({ ...before, best: length });
}

export function forgetPuzzles(): void {
  save(NONE);
}

/** Take in what a file says was solved; what is here already stays. */
export function addSolved(more: unknown): void {
  const found = more as Kept | null;
  if (found?.version !== NONE.version || typeof found.solved !== "object") return;
  const before = stored();
  const solved = Object.entries(found.solved).filter(([, first]) => typeof first === "boolean");
  const best = Number.isInteger(found.best) ? Math.max(found.best, before.best) : before.best;
  const rating = surer(before.rating, isRating(found.rating) ? found.rating : null);
  save({ ...before, solved: { ...Object.fromEntries(solved), ...before.solved }, best, rating });
}

/** Of two ratings the one that more tries made. */
const surer = (one: Rating | null, other: Rating | null): Rating | null =>
  one && other ? (other.deviation < one.deviation ? other : one) : (one ?? other);

function isRating(found: Rating | null | undefined): found is Rating {
  const { value = 0, deviation = 0, volatility = 0 } = found ?? {};
  return value > 0 && value < 4000 && deviation > 0 && deviation <= 350 && volatility > 0 && volatility < 1;
}

function save(next: Kept): void {
  kept.value = next;
  write(STORED, next);
}
