// What the kept games say. Deals that somebody knew are practice and count nowhere here.
import type { Finished } from "../history/history";

export const counted = (games: Finished[]): Finished[] => games.filter(({ known }) => known === null);
export const wins = (games: Finished[]): Finished[] => games.filter(({ result }) => result === "won");
export const losses = (games: Finished[]): Finished[] => games.filter(({ result }) => result === "lost");

export function mean(numbers: number[]): number | null {
  return numbers.length === 0 ? null : numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
}

const percent = (x: number): number => Math.round(Math.min(1, Math.max(0, x)) * 100);

/** The share that was won, in percent, with its 95 % interval (Wilson). */
export function share(won: number, games: number): { percent: number; low: number; high: number } | null {
  if (games === 0) return null;
  const z = 1.96;
  const p = won / games;
  const middle = (p + (z * z) / (2 * games)) / (1 + (z * z) / games);
  const half = (z / (1 + (z * z) / games)) * Math.sqrt((p * (1 - p)) / games + (z * z) / (4 * games * games));
  return { percent: percent(p), low: percent(middle - half), high: percent(middle + half) };
}

export interface Streaks {
  now: number;
  longest: number;
}

/** Wins in a row: up to the last game, and ever. */
export function streaks(games: Finished[]): Streaks {
  let now = 0;
  let longest = 0;
  for (const { result } of games) {
    now = result === "won" ? now + 1 : 0;
    longest = Math.max(longest, now);
  }
  return { now, longest };
}

export interface Group {
  name: string;
  games: Finished[];
}

/** Games by something they share, the largest group first. */
export function groups(games: Finished[], by: (game: Finished) => string): Group[] {
  const found = new Map<string, Finished[]>();
  for (const game of games) found.set(by(game), [...(found.get(by(game)) ?? []), game]);
  return [...found].map(([name, all]) => ({ name, games: all })).toSorted((a, b) => b.games.length - a.games.length);
}

/** Who played with the person on this device, computer players by their level. */
export function teamOf({ team, you }: Finished): string {
  return team
    .filter((_, seat) => seat !== you)
    .map(({ name, level }) => level ?? name)
    .toSorted()
    .join(", ");
}
