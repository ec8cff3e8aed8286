// The crew: who is in it, what you won together, the deal of the week, tables that wait, the last games.
import { host } from "#host";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { show } from "../base/notice";
import type { Crew, CrewWeek } from "../base/protocol";
import { dateText, language, t } from "../base/text";
import { dayOf } from "../history/dates";
import { ownCrews } from "../history/crews";
import { linkTo } from "../net/address";
import { loadInfo } from "../net/api";
import { reasonOf } from "../net/refusing";
import { go, path } from "../net/route";
import { FriendsForm } from "../opening/FriendsForm";
import { newSettings } from "../opening/options";
import { CopyField } from "../parts/CopyField";
import { Choice } from "../parts/Choice";
import { Dialog } from "../parts/Dialog";
import { Nothing } from "../parts/Empty";
import { Head } from "../parts/Head";
import { Icon } from "../parts/Icon";
import { loadCrew, openFor } from "./crews";
import { Face } from "./Face";
import { Games } from "./Games";
import { JoinForm, OpenForm, SelfForm } from "./Forms";
import { Tables } from "./Tables";
import "./crew.css";

export const refuse = (error: unknown): void => show(reasonOf(error), "refusal");

export function CrewPage() {
  const named = path.value.split("/")[2]?.toUpperCase() ?? "";
  const code = named || (Object.keys(ownCrews.value)[0] ?? "");
  useEffect(() => void loadInfo().catch(() => null), []);
  return (
    <main class="after-page crew" data-testid="crew">
      <Head />
      {host.alone ? <p>{t("error.no-notes")}</p> : code ? <One key={code} code={code} /> : <None />}
    </main>
  );
}

function None() {
  const opening = useSignal(false);
  return (
    <Nothing title={t("nav.crew")} text={t("crew.none")} testid="crew-none">
      <button type="button" class="primary" data-testid="crew-friends" onClick={() => (opening.value = true)}>
        <Icon name="people" />
        <span>{t("home.friends")}</span>
      </button>
      {opening.value && (
        <Dialog title={t("home.friends")} onClose={() => (opening.value = false)} testid="panel-friends">
          <FriendsForm />
        </Dialog>
      )}
    </Nothing>
  );
}

function One({ code }: { code: string }) {
  const crew = useSignal<Crew | null>(null);
  const problem = useSignal("");
  const look = () =>
    loadCrew(code)
      .then((found) => (crew.value = found))
      .catch((error: unknown) => void (crew.peek() ? refuse(error) : (problem.value = reasonOf(error))));
  useEffect(() => {
    void look();
    const again = () => void (document.hidden || look());
    document.addEventListener("visibilitychange", again);
    return () => document.removeEventListener("visibilitychange", again);
  }, []);
  if (problem.value) {
    return (
      <Nothing title={t("nav.crew")} text={problem.value} testid="problem">
        <a class="quiet" href="/">
          {t("home")}
        </a>
      </Nothing>
    );
  }
  if (!crew.value) return <p aria-live="polite">{t("review.progress")}</p>;
  return crew.value.member ? (
    <Member crew={crew.value} change={(next) => (crew.value = next)} />
  ) : (
    <>
      <Title crew={crew.value} />
      <JoinForm crew={crew.value} joined={() => void look()} />
    </>
  );
}

function Title({ crew: { name, members, since } }: { crew: Crew }) {
  const names = new Intl.ListFormat(language.value ?? "en").format(members.map((one) => one.name));
  const date = dateText(dayOf(new Date(since * 1000)), { month: "long", year: "numeric" });
  return (
    <div class="wrap crew-title">
      <span class="wrap crew-faces" aria-hidden="true">
        {members.map(({ face }, place) => (
          <Face key={place} face={face} />
        ))}
      </span>
      <span>
        <h1 data-testid="crew-name">{name}</h1>
        <p class="dim">
          {names} · {t("crew.since", { date })}
        </p>
      </span>
    </div>
  );
}

type Sheet = "open" | "self" | null;

function Member({ crew, change }: { crew: Crew; change: (crew: Crew) => void }) {
  const sheet = useSignal<Sheet>(null);
  const { figures, week, games, tables } = crew;
  const others = Object.entries(ownCrews.value);
  return (
    <>
      {others.length > 1 && (
        <Choice
          legend={t("crew.which")}
          hidden
          value={crew.crew}
          options={others.map(([value, { name }]) => ({ value, label: name || value }))}
          onChange={(value) => go(`/crew/${value}`)}
          testid="crews"
        />
      )}
      <div class="spread">
        <Title crew={crew} />
        {figures && figures.games > 0 && (
          <dl class="crew-figures" data-testid="crew-figures">
            <Figure value={figures.won} name={t("crew.won", { count: figures.games })} />
            <Figure value={figures.best} name={t("crew.best")} />
            <Figure value={figures.weeks} name={t("crew.weeks", { count: figures.weeks })} />
          </dl>
        )}
      </div>
      <div class="columns">
        <div class="stack">
          {week && <Week crew={crew} week={week} />}
          <Games games={games} />
        </div>
        <div class="stack">
          <Tables crew={crew} tables={tables} again={games[0]} open={() => (sheet.value = "open")} />
          <section class="panel stack">
            <CopyField label={t("crew.link")} text={linkTo(`/crew/${crew.crew}`)} testid="crew-link" />
            <p class="dim">{t("crew.link.line")}</p>
            <div class="buttons">
              <button type="button" class="quiet" data-testid="crew-self" onClick={() => (sheet.value = "self")}>
                {t("crew.self")}
              </button>
            </div>
          </section>
        </div>
      </div>
      {sheet.value === "open" && (
        <Dialog title={t("crew.open")} onClose={() => (sheet.value = null)} testid="crew-open-dialog">
          <OpenForm crew={crew} />
        </Dialog>
      )}
      {sheet.value === "self" && (
        <Dialog title={t("crew.self")} onClose={() => (sheet.value = null)} testid="crew-self-dialog">
          <SelfForm
            crew={crew}
            done={(next) => {
              sheet.value = null;
              if (next) change(next);
            }}
          />
        </Dialog>
      )}
    </>
  );
}

function Figure({ value, name }: { value: number; name: string }) {
  return (
    <div>
      <dt>
        <small class="dim">{name}</small>
      </dt>
      <dd>{value}</dd>
    </div>
  );
}

/** The week's deal: one table for it, then how other crews did. */
function Week({ crew, week }: { crew: Crew; week: CrewWeek }) {
  const until = dateText(dayOf(new Date(week.ends * 1000 - 86_400_000)), { weekday: "long" });
  const table = crew.tables.find((one) => one.week);
  const gather = async () => {
    try {
      const players = Math.min(5, Math.max(2, crew.members.length));
      go(`/t/${await openFor(crew.crew, newSettings("extreme", players), week.week)}`);
    } catch (error) {
      refuse(error);
    }
  };
  return (
    <section class="panel spread" aria-labelledby="crew-week" data-testid="crew-week">
      <span class="row-what">
        <h2 id="crew-week">{t("crew.week")}</h2>
        <p class="dim">
          {!week.own
            ? t("crew.week.line", { day: until })
            : week.crews > 1
              ? t("crew.week.won", { won: week.won, count: week.crews })
              : t("crew.week.first")}
        </p>
        {week.own && (
          <p>
            <b>{week.own.left ? t("daily.lost", { count: week.own.left }) : t("games.allDown")}</b>
          </p>
        )}
      </span>
      {!week.begun && (
        <button type="button" class="primary" data-testid="gather-week" onClick={() => void gather()}>
          <Icon name="people" />
          <span>{t("crew.gather")}</span>
        </button>
      )}
      {week.begun && !week.own && table && (
        <a class="primary" href={`/t/${table.code}`} data-testid="to-week">
          <Icon name="play" />
          <span>{t("daily.play")}</span>
        </a>
      )}
    </section>
  );
}
