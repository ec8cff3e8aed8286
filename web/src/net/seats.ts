// The tables where this browser has a seat, each with its secret.
import type { Difficulty } from "../base/protocol";
import { keptUnder } from "../base/kept";

export interface OwnSeat {
  token: string;
  edition: string;
  players: number;
  at: number;
  /** The deal of the day that is played there, such as "2026-11-15 solo". */
  deal?: string;
  /** The week whose deal waits there for a crew, such as "2026-W47". */
  week?: string;
  /** The event whose deal is played there. */
  event?: string;
  /** How hard its first deal was selected to be. */
  rung?: Difficulty;
}

/** Where it is kept who one is on several devices. */
export const PERSON = "nonante.person";
const KEPT = 12;
const kept = keptUnder<OwnSeat>("nonante.seats");
export const ownSeats = kept.all;
export const forgetSeat = kept.forget;

export function seatToken(code: string): string | null {
  return kept.stored()[code]?.token ?? null;
}

/** What shows that one has a seat at the table of a game such as "BCDFGH-2", where one has: private games need it. */
export function seatHeaders(game: string | null): Record<string, string> {
  const token = seatToken((game ?? "").split("-")[0]?.toUpperCase() ?? "");
  return token ? { authorization: `Bearer ${token}` } : {};
}

export function keepSeat(code: string, seat: Partial<OwnSeat>): void {
  const seats = kept.stored();
  const before = seats[code] ?? { token: "", edition: "base", players: 1, at: 0 };
  seats[code] = { ...before, ...seat, at: Date.now() };
  const newest = Object.entries(seats).toSorted(([, a], [, b]) => b.at - a.at);
  kept.save(Object.fromEntries(newest.slice(0, KEPT)));
}
