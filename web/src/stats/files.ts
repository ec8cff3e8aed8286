// Everything kept on this device as a file, and back.
import { addTries, tries } from "../daily/days";
import { isCourse } from "../daily/course";
import { isDay } from "../daily/dates";
import { addGames, finished } from "../history";
import { addSolved, kept } from "../puzzles/solved";

const FORMAT = "nonante-history";
const VERSION = 1;
export const MOST_BYTES = 5_000_000;

export function historyText(): string {
  return JSON.stringify(
    { format: FORMAT, version: VERSION, games: finished.value, days: tries.value, puzzles: kept.value },
    null,
    1,
  );
}

/** Take in a file; returns how many games were new, or null when it is no such file. */
export function readHistory(text: string): number | null {
  const data = parse(text);
  if (data?.["format"] !== FORMAT || data["version"] !== VERSION || !Array.isArray(data["games"])) return null;
  const days = data["days"];
  if (days && typeof days === "object") {
    addTries(Object.fromEntries(Object.entries(days).filter(([day, all]) => isDay(day) && areTries(all))));
  }
  addSolved(data["puzzles"]);
  return addGames(data["games"]);
}

function areTries(value: unknown): boolean {
  return Object.values((value ?? {}) as Record<string, { id?: unknown; left?: unknown; course?: unknown }>).every(
    (one) =>
      typeof one?.id === "string" && Number.isFinite(one.left) && (one.course === undefined || isCourse(one.course)),
  );
}

function parse(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown> | null;
  } catch {
    return null;
  }
}
