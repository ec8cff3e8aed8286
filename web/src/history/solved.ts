// The puzzles solved on this device, and how many in a row in a rising run.
import { signal } from "@preact/signals";
import { read, write } from "../base/storage";

interface Kept {
  version: number;
  /** Name -> whether the first try solved it. */
  solved: Record<string, boolean>;
  /** Most solved in one run. */
  best: number;
}

const STORED = "nonante.puzzles";
const NONE: Kept = { version: 1, solved: {}, best: 0 };

export const kept = signal<Kept>(stored());

function stored(): Kept {
  const found = read<Kept>(STORED);
  return found?.version === NONE.version ? found : NONE;
}

/** Keep that a puzzle is solved, or that its first try has failed. */
export function noteTry(name: string, first: boolean): void {
  const before = stored();
  if (before.solved[name] !== undefined) return;
  save({ ...before, solved: { ...before.solved, [name]: first } });
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
  save({ ...before, solved: { ...Object.fromEntries(solved), ...before.solved }, best });
}

function save(next: Kept): void {
  kept.value = next;
  write(STORED, next);
}
