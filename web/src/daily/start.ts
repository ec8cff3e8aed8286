// Begin a deal of the day: the date is fixed when it starts.
import { ownName } from "../opening/opening";
import { ask } from "../net/api";
import { Refusing } from "../net/refusing";
import { keepSeat } from "../net/seats";
import { refuse, show } from "../base/notice";
import type { AskDaily, Opened } from "../base/protocol";
import { go } from "../net/route";
import { t } from "../base/text";
import { dayOf, type Day } from "../history/dates";
import { begin, tryOf, type Category } from "../history/days";

/** Play today's deal, or that of a past day, which never counts; in a team with computer players, or with friends. */
export async function playDaily(category: Category, day: Day = dayOf(new Date()), friends = false): Promise<void> {
  const first = day === dayOf(new Date()) && !tryOf(day, category);
  try {
    const wanted: AskDaily = { name: ownName(), date: day, category, again: !first, friends };
    const { code, token, edition, players } = await ask<Opened>("/api/daily", {
      method: "POST",
      body: JSON.stringify(wanted),
    });
    keepSeat(code, { token, edition, players, deal: `${day} ${category}` });
    if (first) begin(day, category, `${code}.1`, friends);
    go(`/t/${code}`);
  } catch (error) {
    if (error instanceof Refusing && error.refusal.code === "date-future") show(t("daily.clock"), "refusal");
    else if (error instanceof Refusing) refuse(error.refusal);
    else show(t("offline"), "refusal");
  }
}
