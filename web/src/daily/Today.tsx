// The deals of the day: a calendar leaf that is a card, three rows, a week of little cards.
import { useEffect } from "preact/hooks";
import { isBrief } from "../history/brief";
import { numberOf, plusDays, untilTomorrow, type Day } from "../history/dates";
import {
  bestRow,
  CATEGORIES,
  followToday,
  isOver,
  row,
  settle,
  today,
  triesOf,
  tryOf,
  type Category,
} from "../history/days";
import { dealOf, loadDeals } from "./deals";
import { playDaily } from "./start";
import { Icon, type IconName } from "../parts/Icon";
import { Numeral } from "../parts/Numeral";
import { dayStyle } from "../base/hue";
import { dateText, t } from "../base/text";
import "./today.css";

const ICONS: Record<Category, IconName> = { solo: "card", "solo-extreme": "jag", team: "people" };

export function Today() {
  useEffect(() => {
    settle();
    return followToday();
  }, []);
  const day = today.value;
  useEffect(() => void loadDeals(day), [day]);
  const done = CATEGORIES.every((category) => isOver(tryOf(day, category)));
  return (
    <section class="today panel" data-brief={isBrief.value} data-done={done} data-testid="today">
      <h2>
        <a href="/daily">{t("daily")}</a>
      </h2>
      <p class="today-line">{t("daily.line")}</p>
      <Leaf day={day} />
      <Week day={day} />
      {row.value > 0 && (
        <p class="row" data-testid="daily-row">
          <b>{t("daily.days", { count: row.value })}</b> {t("daily.inARow")}
          {bestRow.value > row.value && <small> · {t("daily.best", { count: bestRow.value })}</small>}
        </p>
      )}
      {isBrief.value ? (
        <button type="button" class="today-go" data-testid="daily-solo" onClick={() => void playDaily("solo")}>
          {t("daily.play")} <Icon name="next" />
        </button>
      ) : (
        <div class="deals">
          {CATEGORIES.map((category) => (
            <Deal key={category} day={day} category={category} />
          ))}
        </div>
      )}
      {done && (
        <p class="today-after">
          <span>{nextText()}</span>
          <a class="quiet small" href="/daily" data-testid="daily-share">
            <Icon name="share" /> {t("invite.share")}
          </a>
        </p>
      )}
    </section>
  );
}

/** The day as a numeral, the month as a name; hue and ruler run through the month. */
export function Leaf({ day }: { day: Day }) {
  const [, , date = 1] = day.split("-").map(Number);
  return (
    <div class="leaf" aria-hidden="true">
      <span class="deck-stack" />
      <span class="deck-stack" />
      <span class="card" style={dayStyle(date)}>
        <Numeral value={date} />
        <span class="card-name">{dateText(day, { month: "short" })}</span>
        <span class="card-ruler" />
      </span>
    </div>
  );
}

type DayState = "won" | "played" | "missed" | "today";

export function dayState(day: Day): DayState {
  const results = new Set(triesOf(day).map(({ result }) => result));
  if (results.has("won")) return "won";
  if (results.has("lost")) return "played";
  return day === today.value ? "today" : "missed";
}

function Week({ day }: { day: Day }) {
  const days = [6, 5, 4, 3, 2, 1, 0].map((back) => plusDays(day, -back));
  return (
    <ol class="week" aria-label={t("daily.week")}>
      {days.map((one) => (
        <li key={one}>
          <span class="day" data-day={dayState(one)}>
            {dayState(one) === "won" && <Icon name="check" />}
          </span>
          <span class="day-name" aria-hidden="true">
            {dateText(one, { weekday: "narrow" })}
          </span>
          <span class="unseen">
            {dateText(one, { weekday: "long" })}: {t(`daily.day.${dayState(one)}`)}
          </span>
        </li>
      ))}
    </ol>
  );
}

function Deal({ day, category }: { day: Day; category: Category }) {
  const own = tryOf(day, category);
  const name = (
    <>
      <Icon name={ICONS[category]} />
      <b>
        {t(`daily.${category}`)}
        <Hardness day={day} category={category} />
      </b>
    </>
  );
  if (!own)
    return (
      <button
        type="button"
        class="deal"
        data-deal="open"
        data-testid={`daily-${category}`}
        onClick={() => void playDaily(category, day)}
      >
        {name}
        <span class="deal-state">
          {t("daily.play")} <Icon name="next" />
        </span>
      </button>
    );
  const [code = "", deal = "1"] = own.id.split(".");
  const state = own.result ?? (own.known ? "known" : "running");
  const href = isOver(own) ? `/replay/${code}-${deal}` : `/t/${code}`;
  return (
    <a class="deal" data-deal={state} data-testid={`daily-${category}`} href={href}>
      {name}
      {state === "lost" && (
        <span class="laid" aria-hidden="true">
          <i style={{ "--share": `${((98 - own.left) / 98) * 100}%` }} />
        </span>
      )}
      <span class="deal-state">
        {state === "won" && <Icon name="check" />}
        {state === "running" ? t("home.goOn") : t(`daily.${state}`, { count: own.left })}
        {state === "running" && <Icon name="next" />}
      </span>
    </a>
  );
}

/** An easy or a hard day says so. */
function Hardness({ day, category }: { day: Day; category: Category }) {
  const kind = dealOf(day, category)?.difficulty;
  return kind && kind !== "normal" ? <small data-testid={`hard-${category}`}> {t(`difficulty.${kind}`)}</small> : null;
}

function nextText(): string {
  const minutes = Math.ceil(untilTomorrow(new Date()) / 60_000);
  return t("daily.next", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/** How long ago a day was, for lists of results. */
export function agoText(day: Day): string {
  const ago = numberOf(today.value) - numberOf(day);
  if (ago <= 0) return t("ago.today");
  if (ago === 1) return t("ago.yesterday");
  return ago < 7 ? dateText(day, { weekday: "long" }) : dateText(day, { day: "numeric", month: "short" });
}
