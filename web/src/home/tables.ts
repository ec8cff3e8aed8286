// The tables where this browser has a seat, as they stand: the latest first.
import { computed, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ask } from "../net/api";
import { forgetSeat, ownSeats } from "../net/seats";
import type { AskOwnTables, OwnTable, OwnTables } from "../base/protocol";

const known = signal<Record<string, OwnTable>>({});
/** Whether the host has said how they stand, or had time to: until then home does not say what comes next. */
export const looked = signal(false);
const PATIENCE = 1000;

export const tables = computed(() =>
  Object.entries(ownSeats.value)
    .toSorted(([, a], [, b]) => b.at - a.at)
    .flatMap(([code]) => known.value[code] ?? []),
);

/** Ask how the tables stand, now and whenever the page is looked at again. */
export function useOwnTables(): void {
  useEffect(() => {
    const look = () => void askTables();
    look();
    const timer = setTimeout(() => (looked.value = true), PATIENCE);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      looked.value = false;
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
}

async function askTables(): Promise<void> {
  const seats = Object.entries(ownSeats.value).map(([code, { token }]) => ({ code, token }));
  if (document.hidden) return;
  const asked: AskOwnTables = { seats };
  const answer = seats.length
    ? await ask<OwnTables>("/api/own-tables", { method: "POST", body: JSON.stringify(asked) }).catch(() => null)
    : null;
  if (answer) {
    known.value = Object.fromEntries(answer.tables.map((table) => [table.code, table]));
    for (const code of answer.gone) forgetSeat(code);
  }
  looked.value = true;
}
