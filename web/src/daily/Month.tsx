// The month of a day: what came of each day, as little cards that lead to their deals.
import { cardStyle } from "../base/hue";
import { dateText, t } from "../base/text";
import { leafValue, numberOf, plusDays, type Day } from "../history/dates";
import { daysFinished, today } from "../history/days";
import { Icon } from "../parts/Icon";
import { Numeral } from "../parts/Numeral";
import { dayState, dayText, leftOf } from "./Today";
import "./month.css";

export function Month({ day }: { day: Day }) {
  const first = `${day.slice(0, 8)}01`;
  const next = `${plusDays(first, 31).slice(0, 8)}01`;
  const days = Array.from({ length: numberOf(next) - numberOf(first) }, (_, n) => plusDays(first, n));
  const offset = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7;
  const played = days.filter((one) => daysFinished.value.has(one)).length;
  const count = days.filter((one) => one <= today.value).length;
  return (
    <section class="panel stack" aria-label={t("daily.month")}>
      <header class="month-head">
        <h2>{dateText(day, { month: "long", year: "numeric" })}</h2>
        <p class="dim" data-testid="month-count">
          {t("daily.month.count", { played, count })}
        </p>
        <a class="round" href={`/daily/${plusDays(first, -1)}`} aria-label={t("daily.earlier")}>
          <Icon name="prev" />
        </a>
        {next <= today.value && (
          <a class="round" href={`/daily/${next}`} aria-label={t("daily.later")}>
            <Icon name="next" />
          </a>
        )}
      </header>
      <ol class="month">
        {days.slice(0, 7).map((_, n) => (
          <li key={`name-${n}`} class="day-name dim" aria-hidden="true">
            {dateText(plusDays(first, n - offset), { weekday: "short" })}
          </li>
        ))}
        {days.map((one, n) => (
          <li key={one} style={n === 0 ? { gridColumnStart: offset + 1 } : undefined}>
            <MonthDay day={one} chosen={one === day} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function MonthDay({ day, chosen }: { day: Day; chosen: boolean }) {
  const date = Number(day.slice(8));
  if (day > today.value)
    return (
      <span class="month-day" data-day="future">
        <Numeral value={date} />
        <span class="unseen">{date}</span>
      </span>
    );
  const state = dayState(day);
  return (
    <a
      class="month-day"
      href={`/daily/${day}`}
      data-day={state}
      style={cardStyle(leafValue(day))}
      aria-current={chosen ? "date" : undefined}
    >
      <span class="unseen">
        {dateText(day, { weekday: "long", day: "numeric", month: "long" })}: {dayText(day)}
      </span>
      <Numeral value={date} />
      {state === "won" && <Icon name="check" />}
      {state === "played" && <small aria-hidden="true">{leftOf(day)}</small>}
    </a>
  );
}
