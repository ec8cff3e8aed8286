// An event: who takes part, one's own deals, and every result as it comes in. Without a code, the form for a new one.
import { host } from "#host";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { show } from "../base/notice";
import type { Contest, ContestScore, ContestTeam } from "../base/protocol";
import { language, t } from "../base/text";
import { editionName, playersText } from "../base/view";
import { ownEvents } from "../history/events";
import { linkTo } from "../net/address";
import { loadInfo } from "../net/api";
import { reasonOf } from "../net/refusing";
import { go, path, place as part } from "../net/route";
import { ownName } from "../opening/opening";
import { CopyField } from "../parts/CopyField";
import { Nothing } from "../parts/Empty";
import { TextField } from "../parts/Fields";
import { Head } from "../parts/Head";
import { Icon } from "../parts/Icon";
import { NameField } from "../parts/NameField";
import { joinTeam, loadEvent, openDeal } from "./events";
import { Prepare } from "./Prepare";
import { Results } from "./Results";
import "./event.css";

const LOOK = 8000;
const refuse = (error: unknown): void => show(reasonOf(error), "refusal");

export function EventPage() {
  const code = path.value.split("/")[2]?.toUpperCase() ?? "";
  useEffect(() => void loadInfo().catch(() => null), []);
  return (
    <main class="after-page event" data-testid="event">
      <Head />
      {host.alone ? <p>{t("error.no-notes")}</p> : code ? <One key={code} code={code} /> : <New />}
    </main>
  );
}

function New() {
  const own = Object.keys(ownEvents.value);
  const names = useSignal<Record<string, string>>({});
  useEffect(() => {
    const named = async (code: string) => {
      const { name } = await loadEvent(code);
      names.value = { ...names.peek(), [code]: name };
    };
    for (const code of own) void named(code).catch(() => null);
  }, []);
  return (
    <>
      <h1>{t("event")}</h1>
      <p class="dim">{t("event.line")}</p>
      {own.length > 0 && (
        <nav class="panel buttons" aria-label={t("event.own")}>
          {own.map((code) => (
            <a key={code} class="quiet" href={`/event/${code}`}>
              {names.value[code] ?? code}
            </a>
          ))}
        </nav>
      )}
      <Prepare />
    </>
  );
}

function One({ code }: { code: string }) {
  const contest = useSignal<Contest | null>(null);
  const problem = useSignal("");
  const look = () =>
    loadEvent(code)
      .then((found) => (contest.value = found))
      .catch((error: unknown) => void (contest.peek() || (problem.value = reasonOf(error))));
  useEffect(() => {
    void look();
    const timer = window.setInterval(() => void (document.hidden || look()), LOOK);
    return () => clearInterval(timer);
  }, []);
  if (problem.value) {
    return (
      <Nothing title={t("event")} text={problem.value} testid="problem">
        <a class="quiet" href="/event">
          {t("event.new")}
        </a>
      </Nothing>
    );
  }
  if (!contest.value) return <p aria-live="polite">{t("review.progress")}</p>;
  const own = contest.value.teams.find(({ you }) => you);
  return (
    <>
      <Title contest={contest.value} />
      <div class="columns event-columns">
        <div class="stack">
          {own && <Deals contest={contest.value} team={own} />}
          {!own && contest.value.state !== "closed" && <Join contest={contest.value} joined={() => void look()} />}
          <Invite code={code} own={own} />
        </div>
        <Results contest={contest.value} />
      </div>
    </>
  );
}

const time = (begins: number, ends: number): string =>
  new Intl.DateTimeFormat(language.value ?? "en", { dateStyle: "medium", timeStyle: "short" }).formatRange(
    begins * 1000,
    ends * 1000,
  );

function Title({ contest }: { contest: Contest }) {
  const { name, edition, players, talk, deals, begins, ends, state } = contest;
  return (
    <div>
      <h1 data-testid="event-name">{name}</h1>
      <p class="dim">
        {[
          editionName(edition),
          playersText(players),
          t("event.talk", { talk: t(`talk.${talk}`) }),
          t("event.deals.count", { count: deals.length }),
        ].join(" · ")}
      </p>
      <p data-testid="event-state">
        <b>{t(`event.${state}`)}</b> · {time(begins, ends)}
      </p>
    </div>
  );
}

/** One's own deals: to play, to come back to, or what came of them. */
function Deals({ contest, team }: { contest: Contest; team: ContestTeam }) {
  const play = async (deal: number) => {
    try {
      go(`/t/${await openDeal(contest.event, deal)}`);
    } catch (error) {
      refuse(error);
    }
  };
  const next = team.scores.findIndex((score) => score === null);
  return (
    <section class="panel stack" aria-labelledby="event-own" data-testid="event-own">
      <h2 id="event-own">{team.title}</h2>
      <p class="dim">{team.names.join(", ")}</p>
      {team.free > 0 && <p>{t("event.lacks", { count: team.free })}</p>}
      {contest.state === "before" && <p>{t("event.before.line")}</p>}
      <ol>
        {team.scores.map((score, place) => (
          <li key={place} class="spread">
            <b>{t("event.deal", { deal: place + 1 })}</b>
            {score || contest.state === "closed" ? (
              <span>{resultText(score)}</span>
            ) : (
              contest.state === "open" &&
              team.free === 0 && (
                <button
                  type="button"
                  class={place === next ? "primary" : "quiet small"}
                  data-testid={`event-play-${place + 1}`}
                  onClick={() => void play(place + 1)}
                >
                  <Icon name="play" />
                  <span>{t("daily.play")}</span>
                </button>
              )
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function resultText(score: ContestScore | null | undefined): string {
  if (!score) return "–";
  return score.left ? t("daily.lost", { count: score.left }) : t("games.allDown");
}

function Join({ contest, joined }: { contest: Contest; joined: () => void }) {
  const title = useSignal("");
  const open = contest.teams.filter(({ free }) => free > 0);
  const team = useSignal(open.find((one) => one.team === part.value)?.team ?? "");
  const join = async (event: SubmitEvent) => {
    event.preventDefault();
    const wanted = team.value ? { team: team.value } : { title: title.value || ownName() };
    try {
      await joinTeam(contest.event, { name: ownName(), ...wanted });
      joined();
    } catch (error) {
      refuse(error);
    }
  };
  return (
    <form class="panel stack" data-testid="event-join" onSubmit={(event) => void join(event)}>
      <h2>{t("event.join")}</h2>
      <NameField />
      {open.length > 0 && (
        <label class="field">
          <span>{t("event.team")}</span>
          <select
            value={team.value}
            data-testid="event-team"
            onChange={(event) => (team.value = event.currentTarget.value)}
          >
            <option value="">{t("event.team.new")}</option>
            {open.map((one) => (
              <option key={one.team} value={one.team}>
                {one.title}
              </option>
            ))}
          </select>
        </label>
      )}
      {!team.value && (
        <TextField
          label={t("event.team.title")}
          maxLength={40}
          value={title.value}
          set={(text) => (title.value = text)}
          testid="event-title"
        />
      )}
      <button type="submit" class="primary" data-testid="event-join-go">
        {t("event.join")}
      </button>
    </form>
  );
}

function Invite({ code, own }: { code: string; own: ContestTeam | undefined }) {
  const to = own && own.free > 0 ? `/event/${code}#${own.team}` : `/event/${code}`;
  return (
    <section class="panel">
      <CopyField label={t(own?.free ? "event.link.team" : "event.link")} text={linkTo(to)} testid="event-link" />
    </section>
  );
}
