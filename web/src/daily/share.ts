// What one tells others about a day: words first, shapes second, never a card.
import { ask } from "../net/api";
import { seatHeaders } from "../net/seats";
import type { AskReview, Review } from "../base/protocol";
import { dateText, named, t } from "../base/text";
import { courseOf, courseShapes, courseWords } from "../history/course";
import type { Day } from "../history/dates";
import { CATEGORIES, daysInARowUpTo, keepCourse, tryOf, type Category, type Try } from "../history/days";

/** The finished deals of a day, and how each of them went as far as that is known. */
export function shareText(day: Day, link: string, how: "words" | "shapes"): string {
  const lines = finishedOf(day).flatMap(([category, own]) => [
    named(t(`daily.${category}`), resultWords(own)),
    how === "words" ? courseWords(own.course ?? [], 98 - own.left) : courseShapes(own.course ?? []),
  ]);
  return [head(day), ...lines, link].filter(Boolean).join("\n");
}

/** Ask how the games of a day went, and keep it; a game that nobody can tell about any more stays without. */
export async function askCourses(day: Day): Promise<void> {
  const open = finishedOf(day).filter(([, { course }]) => !course);
  await Promise.allSettled(open.map(([category, { id }]) => askCourse(day, category, { game: id.replace(".", "-") })));
}

async function askCourse(day: Day, category: Category, asked: AskReview): Promise<void> {
  const curve = await ask<Review>("/api/review/curve", {
    method: "POST",
    headers: seatHeaders(asked.game ?? null),
    body: JSON.stringify(asked),
  });
  keepCourse(day, category, courseOf(curve));
}

/** The deals of a day that were finished, with their tries. */
export function finishedOf(day: Day): [Category, Try][] {
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
export function resultWords({ result, left, hints }: Try): string {
  const words = result === "won" ? t("daily.won") : t("daily.lost", { count: left });
  return hints === 0 ? `${words} *` : words;
}
