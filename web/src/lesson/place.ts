// How far somebody has come in the lesson, kept in this browser: the chapter, its table, what was said there.
import { CHAPTERS } from "./chapters";
import type { Heard } from "./goals";
import { read, write } from "../base/storage";

/** Between the parts, and after the last one. */
export type Place = number | "half" | "finish";

interface Kept {
  place: string;
  /** Chapters that were finished. */
  done: string[];
  table: { code: string; token: string; said: Heard[] } | null;
}

const STORED = "nonante.lesson";
const START: Kept = { place: "", done: [], table: null };
export const SECOND = CHAPTERS.findIndex(({ part }) => part === 2);
/** How to play well. */
export const THIRD = CHAPTERS.findIndex(({ part }) => part === 3);

export function kept(): Kept {
  return { ...START, ...read<Partial<Kept>>(STORED) };
}

export function keep(change: Partial<Kept>): void {
  write(STORED, { ...kept(), ...change });
}

export function keptPlace(): Place {
  const { place } = kept();
  if (place === "half" || place === "finish") return place;
  return Math.max(
    0,
    CHAPTERS.findIndex(({ name }) => name === place),
  );
}

/** Go to a chapter by its name, unless one is in it already. */
export function turnTo(chapter: string): void {
  if (chapter !== kept().place && CHAPTERS.some(({ name }) => name === chapter)) keep({ place: chapter, table: null });
}

export const nameOf = (place: Place): string => (typeof place === "number" ? (CHAPTERS[place]?.name ?? "") : place);

/** What comes after a chapter: the next one, or a word between the parts. */
export function after(place: number): Place {
  if (place + 1 === SECOND) return "half";
  return place + 1 !== THIRD && place + 1 < CHAPTERS.length ? place + 1 : "finish";
}
