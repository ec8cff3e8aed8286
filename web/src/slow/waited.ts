// How long something has been waiting, in words.
import { t } from "../base/text";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Such as "waiting for 3 hours"; null where nobody knows. */
export function waitedText(seconds: number | null): string | null {
  if (seconds === null) return null;
  if (seconds < MINUTE) return t("waited.now");
  const [unit, count] = lengthOf(seconds);
  return t("waited", { time: t(`waited.${unit}`, { count }) });
}

/** The largest unit that fits, and how many of it. */
export function lengthOf(seconds: number): ["minutes" | "hours" | "days", number] {
  if (seconds < HOUR) return ["minutes", Math.floor(seconds / MINUTE)];
  if (seconds < DAY) return ["hours", Math.floor(seconds / HOUR)];
  return ["days", Math.floor(seconds / DAY)];
}
