// What one tells others about a day: words first, shapes second, never a card.
import { dateText, t } from "../text";
import type { Day } from "./dates";
import { CATEGORIES, daysInARowUpTo, tryOf, type Category, type Try } from "./days";

const TENTHS = 10;

/** The finished deals of a day, in words. */
export function shareText(day: Day, link: string): string {
  const lines = finishedOf(day).map(([category, one]) => `${t(`daily.${category}`)}: ${resultWords(one)}`);
  return [head(day), ...lines, link].join("\n");
}

/** The same with ten bars, one for each tenth of the cards. */
export function shapesText(day: Day, link: string): string {
  const lines = finishedOf(day).map(([category, one]) => {
    const full = Math.floor(((98 - one.left) / 98) * TENTHS);
    return `${t(`daily.${category}`)} ${"▮".repeat(full)}${"▯".repeat(TENTHS - full)} ${resultWords(one)}`;
  });
  return [head(day), ...lines, link].join("\n");
}

function finishedOf(day: Day): [Category, Try][] {
  return CATEGORIES.flatMap((category) => {
    const one = tryOf(day, category);
    return one?.result ? [[category, one] as [Category, Try]] : [];
  });
}

function head(day: Day): string {
  const row = daysInARowUpTo(day);
  const date = dateText(day, { day: "numeric", month: "short", year: "numeric" });
  return ["nonante", date, row > 1 ? `${t("daily.days", { count: row })} ${t("daily.inARow")}` : ""]
    .filter(Boolean)
    .join(" · ");
}

/** `*`: without a hint. */
function resultWords({ result, left, hints }: Try): string {
  const words = result === "won" ? t("daily.won") : t("daily.lost", { count: left });
  return hints === 0 ? `${words} *` : words;
}
