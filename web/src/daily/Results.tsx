// What people on this server made of a deal, for somebody who has finished it: a friendly list, no ranking.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ask } from "../net/api";
import { seatToken } from "../net/seats";
import { Score } from "../parts/Score";
import { DealOdds } from "../review/DealOdds";
import type { AskDailyResults, DailyResults } from "../base/protocol";
import { named, t } from "../base/text";
import type { Day } from "../history/dates";
import { tryOf, type Category } from "../history/days";

export function Results({ day, category }: { day: Day; category: Category }) {
  const found = useSignal<DailyResults | null>(null);
  const [code = "", deal] = tryOf(day, category)?.id.split(".") ?? [];
  useEffect(() => {
    const look = async () => {
      const token = seatToken(code);
      if (!token) return;
      const asked: AskDailyResults = { date: day, category, own: { code, token } };
      found.value = await ask<DailyResults>("/api/daily/results", {
        method: "POST",
        body: JSON.stringify(asked),
      }).catch(() => null);
    };
    void look();
  }, [day, category]);
  if (!found.value) return null;
  const { results, running } = found.value;
  return (
    <section class="panel stack" data-testid={`results-${category}`}>
      <h2>{named(t(`daily.${category}`), t("daily.here"))}</h2>
      <ul class="rows">
        {results.map(({ name, won, score, yours }, n) => (
          <li key={n} class="row-button" data-yours={yours}>
            <Score left={won ? 0 : score} />
            <b class="row-what">{yours ? t("seat.isYou", { name }) : name}</b>
            <span>{won ? t("daily.won") : t("daily.lost", { count: score })}</span>
          </li>
        ))}
      </ul>
      <DealOdds game={{ game: `${code}-${deal}`, link: "" }} />
      {running > 0 && <p class="dim">{t("daily.running", { count: running })}</p>}
    </section>
  );
}
