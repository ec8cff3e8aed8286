// The deals of the day: today's, what others made of them, the month, and what to tell.
import { host } from "#host";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { give } from "../parts/picture";
import { Today } from "./Today";
import { linkTo } from "../net/address";
import { loadInfo } from "../net/api";
import { CopyField } from "../parts/CopyField";
import { Icon } from "../parts/Icon";
import { Head } from "../parts/Head";
import { TwoLines } from "../parts/TwoLines";
import { path } from "../net/route";
import { dateText, t } from "../base/text";
import { isDay, numberOf, type Day } from "../history/dates";
import { CATEGORIES, today, triesOf, tryOf } from "../history/days";
import { Month } from "./Month";
import { Results } from "./Results";
import { dayPicture, type DayPicture } from "./picture";
import { askCourses, shareText } from "./share";
import { playDaily } from "./start";
import { Problem } from "../parts/Problem";
import "./daily.css";

export function DailyPage() {
  useEffect(() => void loadInfo().catch(() => null), []);
  const named = path.value.split("/")[2] ?? "";
  const good = named === "" || isDay(named);
  const day = good && named ? named : today.value;
  return (
    <main class="after-page daily" data-testid="daily">
      <Head />
      {!good && <Problem text={t("daily.noDate", { date: named.slice(0, 20) })} />}
      {day === today.value ? <Today /> : <PastDay day={day} />}
      {day === today.value && !host.alone && !tryOf(day, "team") && <WithFriends />}
      {triesOf(day).some(({ result }) => result) && <Told day={day} />}
      {CATEGORIES.filter((category) => !host.alone && tryOf(day, category)?.result).map((category) => (
        <Results key={category} day={day} category={category} />
      ))}
      <Month day={day} />
      <p class="dim">{t("daily.rules")}</p>
    </main>
  );
}

function WithFriends() {
  return (
    <button
      type="button"
      class="quiet"
      data-testid="daily-friends"
      onClick={() => void playDaily("team", today.value, true)}
    >
      <TwoLines icon="people" title={t("daily.friends")} line={t("daily.friends.line")} />
    </button>
  );
}

/** A day that is over: its deals can be played and count nowhere. */
function PastDay({ day }: { day: Day }) {
  const future = numberOf(day) > numberOf(today.value);
  return (
    <section class="panel stack" data-testid="past-day">
      <h1>{dateText(day, { weekday: "long", day: "numeric", month: "long", year: "numeric" })}</h1>
      <p class="dim">{t(future ? "daily.future" : "daily.past")}</p>
      {!future &&
        CATEGORIES.map((category) => (
          <button
            key={category}
            type="button"
            class="quiet"
            data-testid={`past-${category}`}
            onClick={() => void playDaily(category, day)}
          >
            {t(`daily.${category}`)}
          </button>
        ))}
    </section>
  );
}

function Told({ day }: { day: Day }) {
  const shapes = useSignal(false);
  const asking = useSignal(true);
  const finished = triesOf(day).filter(({ result }) => result).length;
  useEffect(() => {
    asking.value = true;
    void askCourses(day).finally(() => (asking.value = false));
  }, [day, finished]);
  const link = linkTo(`/daily/${day}`);
  return (
    <section class="panel stack">
      <h2>{t("daily.share")}</h2>
      <CopyField
        label={t(shapes.value ? "daily.share.shapes" : "daily.share.words")}
        text={shareText(day, link, shapes.value ? "shapes" : "words")}
        lines={2 + 2 * finished}
        testid="share-text"
      />
      <output class="dim">
        {asking.value ? t("review.progress") : t(shapes.value ? "daily.share.legend" : "daily.share.line")}
      </output>
      <button
        type="button"
        class="quiet"
        aria-pressed={shapes.value}
        data-testid="share-shapes"
        onClick={() => (shapes.value = !shapes.value)}
      >
        {t("daily.share.withShapes")}
      </button>
      {!asking.value && <Picture key={day} day={day} alt={shareText(day, link, "words")} />}
    </section>
  );
}

/** The day as a picture; those who cannot see it hear the words. */
function Picture({ day, alt }: { day: Day; alt: string }) {
  const drawn = useSignal<DayPicture | null>(null);
  const draw = async () => (drawn.value = await dayPicture(day));
  const made = drawn.value;
  return (
    <>
      {made && <img class="day-picture" src={made.source} alt={alt} data-testid="day-picture" />}
      <button
        type="button"
        class="quiet"
        data-testid="share-picture"
        onClick={() => void (made ? give(made.file, alt) : draw())}
      >
        <Icon name={made ? "save" : "picture"} />
        <span>{t(made ? "daily.share.give" : "daily.share.picture")}</span>
      </button>
    </>
  );
}
