// Whom one is asked about while they are away, and for whom one chose to wait.
import { signal } from "@preact/signals";
import type { TableView } from "../base/protocol";

/** Those one chose to wait for, by table and seat, until they are back. */
const waited = signal<string[]>([]);
const keyOf = ({ code }: TableView, seat: number): string => `${code}.${seat}`;

/** The seat this person is asked about, if any. */
export function askedAbout(table: TableView): number | null {
  const still = waited.value.filter((key) => table.asks.some((seat) => keyOf(table, seat) === key));
  if (still.length !== waited.peek().length) waited.value = still;
  return table.asks.find((seat) => !still.includes(keyOf(table, seat))) ?? null;
}

export function waitFor(table: TableView, seat: number): void {
  waited.value = [...waited.peek(), keyOf(table, seat)];
}
