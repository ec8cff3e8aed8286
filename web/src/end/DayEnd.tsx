// The end of a deal of the day: which day, the row, how others did, how hard it was, and the text to share.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { dealOf, loadDeals, othersText } from "../daily/deals";
import { askCourses } from "../daily/share";
import { Leaf } from "../daily/Leaf";
import { daysInARowUpTo, type DayDeal } from "../history/days";
import { ask } from "../net/api";
import { seatToken } from "../net/seats";
import type { AskDailyResults, DailyResults, TableView } from "../base/protocol";
import { dateText, t } from "../base/text";
import "./day.css";

interface Props {
  table: TableView;
  deal: DayDeal;
  /** The text to share, as it will be sent. */
  told: () => string;
}

export function DayEnd({ table, deal, told }: Props) {
  const { day, category, first } = deal;
  const others = useOthers(table, deal);
  const shared = useSignal("");
  useEffect(() => {
    void loadDeals(day);
    shared.value = told();
    void askCourses(day).then(() => (shared.value = told()));
  }, [day]);
  const selected = dealOf(day, category);
  const row = daysInARowUpTo(day);
  return (
    <section class="day-end panel" data-testid="day-end" aria-label={t("daily")}>
      <Leaf day={day} />
      <div>
        <h2 data-testid="day-date">
          {dateText(day, { weekday: "long", day: "numeric", month: "long" })} · {t(`daily.${category}`)}
        </h2>
        {first && row > 0 && (
          <p data-testid="day-row">
            <b class="streak">{t("dayend.row", { days: t("daily.days", { count: row }) })}</b>
          </p>
        )}
        {selected?.won !== null && selected && (
          <p class="dim" data-testid="day-hard">
            {selected.difficulty === "easy" && `${t("dayend.easy")}. `}
            {selected.difficulty === "hard" && `${t("dayend.hardDay")}. `}
            {t("dayend.hard", { won: selected.won })}
          </p>
        )}
        {others && others.players > 1 && <Others others={others} score={table.game?.score ?? 0} />}
      </div>
      {first && (
        <pre class="day-text" data-testid="day-text" aria-label={t("dayend.text")}>
          {shared.value}
        </pre>
      )}
    </section>
  );
}

/** What all who have finished made of it; nothing where nobody else has, or nobody answers. */
function useOthers({ code }: TableView, { day, category, first }: DayDeal): DailyResults | null {
  const found = useSignal<DailyResults | null>(null);
  useEffect(() => {
    const look = async () => {
      const token = seatToken(code);
      if (!token || !first) return;
      const asked: AskDailyResults = { date: day, category, own: { code, token } };
      const body = JSON.stringify(asked);
      found.value = await ask<DailyResults>("/api/daily/results", { method: "POST", body }).catch(() => null);
    };
    void look();
  }, [code]);
  return found.value;
}

function Others({ others, score }: { others: DailyResults; score: number }) {
  const { spread } = others;
  const most = Math.max(1, ...(spread ?? []));
  const own = Math.min((spread?.length ?? 1) - 1, Math.ceil(score / 2));
  return (
    <>
      <p data-testid="day-others">{othersText(others)}</p>
      {!spread && <p class="dim">{t("dayend.first")}</p>}
      {spread && (
        <figure class="bar-chart" aria-label={t("dayend.spread")} data-testid="day-spread">
          {spread.map((count, n) => (
            <span key={n} data-own={n === own} style={{ "--share": `${(100 * count) / most}%` }}>
              <i />
              <small>{n === 0 ? t("dayend.all") : n === own ? t("dayend.you") : ""}</small>
            </span>
          ))}
        </figure>
      )}
    </>
  );
}
