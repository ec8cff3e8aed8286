// The front door: one big action, the other ways in beside it, and what is going on.
import { host } from "#host";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { finished } from "../history/history";
import { loadInfo } from "../net/api";
import { Card } from "../parts/Card";
import { Icon, type IconName } from "../parts/Icon";
import { Later, whenIdle } from "../parts/Later";
import { Logo } from "../parts/Logo";
import { Lost } from "../parts/Lost";
import { prefer, preferences } from "../preferences/preferences";
import type { MarkName } from "../base/protocol";
import { alsoSpeak, say, t } from "../base/text";
import { isBrief } from "../history/brief";
import { EditionChoice, EditionSelect } from "../opening/EditionChoice";
import { newSettings } from "../opening/options";
import { open } from "../opening/opening";
import { OwnTables, useOwnTables, WaitingTable } from "./OwnTables";
import type { Panel } from "./Panels";
import { Today } from "../daily/Today";
import "./home.css";

const loadPanels = async () => (await import("./Panels")).Panels;
const loadGames = async () => {
  await alsoSpeak("after");
  return (await import("../stats/Games")).Games;
};

export function Home() {
  const panel = useSignal<Panel | null>(null);
  useEffect(() => void loadInfo().catch(() => null), []);
  useEffect(() => whenIdle(() => void loadPanels().catch(() => null)), []);
  useOwnTables();
  const to = (name: Panel) => () => (panel.value = name);
  return (
    <main class="home" data-testid="home" data-brief={isBrief.value}>
      <header class="home-head">
        <Logo />
        <Lost />
        <button
          type="button"
          class="round"
          aria-label={t("settings")}
          onClick={to("settings")}
          data-testid="open-settings"
        >
          <Icon name="gear" />
        </button>
      </header>
      <div class="home-left">
        <section class="hero">
          <Fan />
          <h1>
            {t("home.title")
              .split("|")
              .map((line) => (
                <span key={line}>{line} </span>
              ))}
          </h1>
          <p class="home-line">{t("home.line")}</p>
        </section>
        <Start to={to} />
      </div>
      <div class="home-right">
        <WaitingTable />
        <Today />
        <OwnTables />
        {isBrief.value && <Fan />}
        {finished.value.length > 0 && <Later load={loadGames} props={{}} />}
      </div>
      <footer class="home-foot">
        <a class="rule-link" href="/rules" data-testid="rules-link">
          {t("rules")}
        </a>{" "}
        {t("home.foot")}
      </footer>
      {panel.value && (
        <Later
          key={panel.value}
          load={loadPanels}
          props={{ panel: panel.value, onClose: () => (panel.value = null) }}
        />
      )}
    </main>
  );
}

function useNarrow(): boolean {
  const query = matchMedia("(width < 600px)");
  const narrow = useSignal(query.matches);
  useEffect(() => {
    const look = () => (narrow.value = query.matches);
    query.addEventListener("change", look);
    return () => query.removeEventListener("change", look);
  }, []);
  return narrow.value;
}

/** Which game, off at once, and every other way in. */
function Start({ to }: { to: (name: Panel) => () => void }) {
  const { edition } = preferences.value;
  const Editions = useNarrow() ? EditionSelect : EditionChoice;
  return (
    <section class="play" aria-label={t("home.play")}>
      <Editions value={edition} onChange={(chosen) => prefer({ edition: chosen })} />
      <div class="play-alone">
        <button
          type="button"
          class="primary huge"
          data-testid="play-alone"
          onClick={() => void open(newSettings(edition, 1), { deal: true })}
        >
          <Icon name="play" />
          <span>{t("home.alone")}</span>
        </button>
        <button
          type="button"
          class="quiet"
          aria-label={t("home.alone.options")}
          data-testid="solo-options"
          onClick={to("solo")}
        >
          <Icon name="options" />
        </button>
      </div>
      <div class="home-ways">
        <Way icon="bot" title={t("home.team")} line={t("home.team.line")} act={to("team")} testid="play-team" />
        <Way
          icon="people"
          title={t("home.friends")}
          line={host.alone ? (say("static.friends.short") ?? "") : t("home.friends.line")}
          act={to("friends")}
          testid="play-friends"
        />
        {host.alone ? (
          <WayTo href="/take" icon="key" title={t("home.bring")} line={t("home.bring.line")} testid="bring" />
        ) : (
          <Way icon="key" title={t("home.join")} line={t("home.join.line")} act={to("join")} testid="play-join" />
        )}
        <WayTo href="/learn" icon="book" title={t("home.learn")} line={t("home.learn.line")} testid="learn" />
        <WayTo
          href="/puzzles"
          icon="steps"
          title={t("home.puzzles")}
          line={t("home.puzzles.line")}
          testid="to-puzzles"
        />
        <WayTo href="/replay" icon="eye" title={t("home.watch")} line={t("home.watch.line")} testid="to-replay" />
      </div>
    </section>
  );
}

interface WayProps {
  icon: IconName;
  title: string;
  line: string;
  act: () => void;
  testid: string;
}

function Way({ icon, title, line, act, testid }: WayProps) {
  return (
    <button type="button" class="way" onClick={act} data-testid={testid}>
      <Icon name={icon} />
      <span>
        {title}
        <small>{line}</small>
      </span>
    </button>
  );
}

function WayTo({ href, icon, title, line, testid }: Omit<WayProps, "act"> & { href: string }) {
  return (
    <a class="way" href={href} data-testid={testid}>
      <Icon name={icon} />
      <span>
        {title}
        <small>{line}</small>
      </span>
    </a>
  );
}

/** A hand of cards to look at. */
function Fan() {
  const extreme = preferences.value.edition.includes("extreme");
  const fire = preferences.value.edition.includes("fire");
  const cards: [number, MarkName | null][] = [
    [17, extreme ? "skull" : null],
    [44, fire ? "fire" : null],
    [73, extreme ? "stop" : null],
    [98, extreme ? "silence" : null],
  ];
  return (
    <div class="fan" aria-hidden="true">
      {cards.map(([card, mark]) => (
        <Card key={card} card={card} mark={mark} />
      ))}
    </div>
  );
}
