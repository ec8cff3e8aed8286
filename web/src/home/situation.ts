// What home is about: the one thing to do next decides what its big button says.
import type { OwnTable } from "../base/protocol";
import type { Category } from "../history/days";

export type Situation = "offline" | "first" | "running" | "day" | "done";

export interface Known {
  lost: boolean;
  /** Nothing was ever played here. */
  first: boolean;
  tables: OwnTable[];
  /** The deal of today that was not begun yet. */
  next: Category | undefined;
}

export function situationOf({ lost, first, tables, next }: Known): Situation {
  if (lost) return "offline";
  if (first) return "first";
  if (runningOf(tables)) return "running";
  return next ? "day" : "done";
}

/** The game that waits for nobody else: alone, or with computer players. */
export const runningOf = (tables: OwnTable[]): OwnTable | undefined =>
  tables.find(
    ({ status, levels, you }) => status === "playing" && levels.every((level, seat) => level || seat === you),
  );

/** All other tables that wait or are not dealt yet: those where it is this person's turn first. */
export function waitingOf(tables: OwnTable[]): OwnTable[] {
  const running = runningOf(tables);
  const open = tables.filter((table) => table !== running && (table.status === "playing" || table.status === "lobby"));
  return open.toSorted((a, b) => rank(a) - rank(b));
}

const rank = ({ status, active, you }: OwnTable): number => (status === "lobby" ? 2 : active === you ? 0 : 1);
