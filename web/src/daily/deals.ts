// What may be known of a day's deals before they are played: how hard they are, and how others did.
import { host } from "#host";
import { signal } from "@preact/signals";
import { ask } from "../net/api";
import { language, t } from "../base/text";
import type { DailyDeal, DailyDeals, DailyOthers } from "../base/protocol";
import type { Day } from "../history/dates";
import type { Category } from "../history/days";

const known = signal<Record<Day, DailyDeal[]>>({});

/** Ask about a day; where nobody answers, what was known stays. */
export async function loadDeals(day: Day): Promise<void> {
  const found = await ask<DailyDeals>(`/api/daily/${day}`).catch(() => null);
  if (found) known.value = { ...known.peek(), [day]: found.deals };
}

export const dealOf = (day: Day, category: Category): DailyDeal | undefined =>
  known.value[day]?.find((deal) => deal.category === category);

/** From one bar to five, the harder the more: champions win a normal deal 30 to 70 times in a hundred. */
export const barsOf = (won: number): number => [71, 57, 43, 30].filter((bound) => won < bound).length + 1;

/** How others on this server did; nothing where nobody has finished, or nobody else can come. */
export function othersText(others: Pick<DailyOthers, "players" | "won" | "median"> | null | undefined): string {
  if (!others || host.alone) return "";
  const median = new Intl.NumberFormat(language.value ?? "en").format(others.median);
  return t("daily.others", { count: others.won, players: others.players, median });
}
