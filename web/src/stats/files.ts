// Everything kept on this device as a file, and back.
import { host } from "#host";
import { tries } from "../history/days";
import { isCourse } from "../history/course";
import { isDay } from "../history/dates";
import { finished } from "../history/history";
import { addGames, addTries } from "../history/merging";
import { keepSeat, ownSeats, type OwnSeat } from "../net/seats";
import { addSolved, kept } from "../history/solved";

const FORMAT = "nonante-history";
const VERSION = 1;
export const MOST_BYTES = 5_000_000;

/** Tables that live in this browser go along, with the seats at them. */
async function tablesHere(): Promise<object> {
  return host.tables ? { tables: await host.tables.save(), seats: ownSeats.value } : {};
}

export async function historyText(): Promise<string> {
  const history = { games: finished.value, days: tries.value, puzzles: kept.value };
  return JSON.stringify({ format: FORMAT, version: VERSION, ...history, ...(await tablesHere()) }, null, 1);
}

/** Take in games, days and puzzles as they were saved here or elsewhere; returns how many games were new. */
export function takeIn(data: Record<string, unknown>): number {
  const days = data["days"];
  if (days && typeof days === "object") {
    addTries(Object.fromEntries(Object.entries(days).filter(([day, all]) => isDay(day) && areTries(all))));
  }
  addSolved(data["puzzles"]);
  return addGames(Array.isArray(data["games"]) ? data["games"] : []);
}

/** Take in a file; returns how many games were new and how many are damaged, or null when it is no such file. */
export async function readHistory(text: string): Promise<{ fresh: number; damaged: number } | null> {
  const data = parse(text);
  if (data?.["format"] !== FORMAT || data["version"] !== VERSION || !Array.isArray(data["games"])) return null;
  const fresh = takeIn(data);
  if (!host.tables || typeof data["tables"] !== "string") return { fresh, damaged: 0 };
  const { opened, problems } = await host.tables.read(data["tables"]);
  const seats = (data["seats"] ?? {}) as Record<string, Partial<OwnSeat> | undefined>;
  for (const { code, token } of opened) keepSeat(code, { ...seats[code], token });
  return { fresh: Math.max(fresh, opened.length), damaged: problems.length };
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
