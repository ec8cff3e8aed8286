// Calendar dates as text, "2026-11-15": the day on a person's own calendar. Counting days never touches a clock.

export type Day = string;

/** The date on this device's calendar. */
export function dayOf(moment: Date): Day {
  return [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()]
    .map((part, n) => String(part).padStart(n ? 2 : 4, "0"))
    .join("-");
}

/** The days of the calendar in a row: days since 1970-01-01, by the calendar alone. */
export function numberOf(day: Day): number {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return Date.UTC(year, month - 1, date) / 86_400_000;
}

/** The card whose colour a day has: hues run through the month. */
export const leafValue = (day: Day): number => 2 + Math.round(((Number(day.slice(8)) - 1) / 30) * 97);

/** So many days later, or earlier. */
export function plusDays(day: Day, days: number): Day {
  return new Date((numberOf(day) + days) * 86_400_000).toISOString().slice(0, 10);
}

/** Whether this is a date of the calendar. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(numberOf(text)) && plusDays(text, 0) === text;
}

/** Milliseconds until the calendar shows another date. */
export function untilTomorrow(moment: Date): number {
  const next = new Date(moment.getFullYear(), moment.getMonth(), moment.getDate() + 1);
  return Math.max(1, next.getTime() - moment.getTime());
}

/** How many days in a row up to today, or up to yesterday while today is still open. */
export function daysInARow(finished: ReadonlySet<Day>, today: Day): number {
  let last = finished.has(today) ? today : plusDays(today, -1);
  let count = 0;
  for (; finished.has(last); last = plusDays(last, -1)) count += 1;
  return count;
}

/** The longest row there was. */
export function longestRow(finished: ReadonlySet<Day>): number {
  return [...finished].reduce((best, day) => {
    if (finished.has(plusDays(day, 1))) return best;
    return Math.max(best, daysInARow(finished, day));
  }, 0);
}
