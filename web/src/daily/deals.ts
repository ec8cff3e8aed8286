// What may be known of a day's deals before they are played: how hard they are.
import { signal } from "@preact/signals";
import { ask } from "../net/api";
import type { DailyDeal, DailyDeals } from "../base/protocol";
import type { Day } from "../history/dates";
import type { Category } from "../history/days";

const known = signal<Record<Day, DailyDeal[]>>({});

/** Ask about a day, once; where nobody answers, nothing is told. */
export async function loadDeals(day: Day): Promise<void> {
  if (known.peek()[day]) return;
  const found = await ask<DailyDeals>(`/api/daily/${day}`).catch(() => null);
  if (found) known.value = { ...known.peek(), [day]: found.deals };
}

export const dealOf = (day: Day, category: Category): DailyDeal | undefined =>
  known.value[day]?.find((deal) => deal.category === category);

/** From one bar to five, the harder the more: champions win a normal deal 30 to 70 times in a hundred. */
export const barsOf = (won: number): number => [71, 57, 43, 30].filter((bound) => won < bound).length + 1;
