// The deals of the day: a calendar leaf that is a card, three rows, a week of little cards.
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { numberOf, plusDays, untilTomorrow, type Day } from "../history/dates";
import {
  bestRow,
  CATEGORIES,
  followToday,
  isOver,
  nextOf,
  row,
  settle,
  today,
  triesOf,
  tryOf,
  type Category,
} from "../history/days";
import { barsOf, dealOf, loadDeals, othersText } from "./deals";
import { Leaf } from "./Leaf";
import { playDaily } from "./start";
import { Icon, type IconName } from "../parts/Icon";
import { dateText, t } from "../base/text";
import "./today.css";

const ICONS: Record<Category, IconName> = { solo: "card", "solo-extreme": "jag", team: "people" };

interface Props {
  /** Whether its title leads to the page of the day. */
  linked?: boolean;
  /** The other ways into a game, of which one comes first once nothing of the day is left. */
  children?: ComponentChildren;
}

export function Today({ linked = false, children }: Props) {
  useEffect(() => {
    settle();
    return followToday();
  }, []);
  const day = today.value;
  useEffect(() => void loadDeals(day), [day]);
  const next = nextOf(day);
  return (
    <section class="today panel" data-open={Boolean(next)} data-testid="today">
      <Leaf day={day} />
      <div class="today-what">
        <p class="dim">{dateText(day, { weekday: "long", day: "numeric", month: "long" })}</p>
        <h1>{linked ? <a href="/daily">{t("daily")}</a> : t("daily")}</h1>
        <p class="dim today-line">{next ? lineOf(day, next) : nextText()}</p>
      </div>
      <div class="deals">
        {CATEGORIES.map((category) => (
          <Deal key={category} day={day} category={category} />
        ))}
      </div>
      <div class="today-go">
        {next && (
          <button type="button" class="primary" data-testid="day-next" onClick={() => void playDaily(next, day)}>
            <Icon name="play" />
            <span>{t("daily.playOne", { deal: t(`daily.${next}`) })}</span>
          </button>
        )}
        {children}
      </div>
      <div class="wrap today-row">
        <Week day={day} />
        {row.value > 0 && (
          <p class="row dim" data-testid="daily-row">
            <b>{t("daily.days", { count: row.value })}</b> {t("daily.inARow")}
            {bestRow.value > row.value && <small> · {t("daily.best", { count: bestRow.value })}</small>}
          </p>
        )}
        {!next && (
          <a class="go" href="/daily" data-testid="daily-share">
            {t("home.share")} ›
          </a>
        )}
      </div>
    </section>
  );
}

/** What may be said of a deal before it is played: that it is an easy or a hard one, or the same for all. */
function lineOf(day: Day, category: Category): string {
  const kind = dealOf(day, category)?.difficulty;
  return kind && kind !== "normal" ? `${t("daily.line")} · ${t(`difficulty.${kind}`)}` : t("daily.line");
}

type DayState = "won" | "played" | "missed" | "today";

/** The fewest cards that were left in a lost deal of a day. */
export const leftOf = (day: Day): number =>
  Math.min(...triesOf(day).flatMap(({ result, left }) => (result === "lost" ? [left] : [])));

export function dayState(day: Day): DayState {
  const results = new Set(triesOf(day).map(({ result }) => result));
  if (results.has("won")) return "won";
  if (results.has("lost")) return "played";
  return day === today.value ? "today" : "missed";
}

/** What came of a day, in words. */
export const dayText = (day: Day): string => {
  const state = dayState(day);
  return state === "played" ? t("daily.lost", { count: leftOf(day) }) : t(`daily.day.${state}`);
};

function Week({ day }: { day: Day }) {
  const days = [6, 5, 4, 3, 2, 1, 0].map((back) => plusDays(day, -back));
  return (
    <ol class="week" aria-label={t("daily.week")}>
      {days.map((one) => (
        <li key={one}>
          <span class="day" data-day={dayState(one)}>
            {dayState(one) === "won" && <Icon name="check" />}
            {dayState(one) === "played" && <span aria-hidden="true">{leftOf(one)}</span>}
          </span>
          <span class="day-name dim" aria-hidden="true">
            {dateText(one, { weekday: "narrow" })}
          </span>
          <span class="unseen">
            {dateText(one, { weekday: "long" })}: {dayText(one)}
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
        <Others day={day} category={category} />
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
        <i class="cells" style={{ "--share": `${((98 - own.left) / 98) * 100}%` }} aria-hidden="true" />
      )}
      <span class="deal-state">
        {state === "won" && <Icon name="check" />}
        {state === "running" ? t("home.goOn") : t(`daily.${state}`, { count: own.left })}
        {state === "running" && <Icon name="next" />}
      </span>
    </a>
  );
}

/** How hard a deal is, as bars; an easy or a hard day says so. */
function Hardness({ day, category }: { day: Day; category: Category }) {
  const deal = dealOf(day, category);
  if (!deal?.difficulty || deal.won === null) return null;
  const bars = barsOf(deal.won);
  return (
    <small class="dim" data-testid={`hard-${category}`}>
      <span class="unseen">{t("difficulty.bars", { count: bars })}</span>
      <i class="bars" aria-hidden="true" style={{ "--bars": bars }} />
      {deal.difficulty !== "normal" && ` ${t(`difficulty.${deal.difficulty}`)}`}
    </small>
  );
}

function Others({ day, category }: { day: Day; category: Category }) {
  const others = dealOf(day, category)?.others;
  const alone = others?.players === 1 && tryOf(day, category)?.result; // that one is oneself
  const text = alone ? "" : othersText(others);
  return text ? (
    <small class="dim deal-others" data-testid={`others-${category}`}>
      {text}
    </small>
  ) : null;
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
