// The front door: one big action, the other ways in beside it.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { loadInfo } from "../net/api";
import { ownSeats } from "../net/seats";
import { Card } from "../parts/Card";
import { Dialog } from "../parts/Dialog";
import { Icon, type IconName } from "../parts/Icon";
import { Logo } from "../parts/Logo";
import { Lost } from "../parts/Lost";
import { prefer, preferences } from "../preferences";
import type { MarkName } from "../protocol";
import { t } from "../text";
import { EditionChoice } from "./EditionChoice";
import { FriendsForm } from "./FriendsForm";
import { JoinForm } from "./JoinForm";
import { newSettings } from "./options";
import { open } from "./opening";
import { OwnTables } from "./OwnTables";
import { PreferencesForm } from "./PreferencesForm";
import { TeamForm } from "./TeamForm";

type Panel = "team" | "friends" | "join" | "settings";

export function Home() {
  const panel = useSignal<Panel | null>(null);
  useEffect(() => void loadInfo().catch(() => null), []);
  const { edition } = preferences.value;
  const to = (name: Panel) => () => (panel.value = name);
  return (
    <main class="home" data-testid="home">
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
      <section class="home-main">
        <h1>
          {t("home.title")
            .split("|")
            .map((line) => (
              <span key={line}>{line} </span>
            ))}
        </h1>
        <p class="home-line">{t("home.line")}</p>
        <EditionChoice value={edition} onChange={(chosen) => prefer({ edition: chosen })} />
        <button
          type="button"
          class="primary huge"
          data-testid="play-alone"
          onClick={() => void open(newSettings(edition, 1), { deal: true })}
        >
          <Icon name="play" />
          <span>{t("home.alone")}</span>
        </button>
        <div class="home-ways">
          <Way icon="bot" title={t("home.team")} line={t("home.team.line")} act={to("team")} testid="play-team" />
          <Way
            icon="people"
            title={t("home.friends")}
            line={t("home.friends.line")}
            act={to("friends")}
            testid="play-friends"
          />
          <Way icon="key" title={t("home.join")} line={t("home.join.line")} act={to("join")} testid="play-join" />
          <a class="way" href="/learn" data-testid="learn">
            <Icon name="book" />
            <span>
              {t("home.learn")}
              <small>{t("home.learn.line")}</small>
            </span>
          </a>
        </div>
        {Object.keys(ownSeats.value).length > 0 && <OwnTables />}
      </section>
      <Fan />
      <footer class="home-foot">{t("home.foot")}</footer>
      {panel.value && (
        <Dialog title={t(titles[panel.value])} onClose={() => (panel.value = null)} testid={`panel-${panel.value}`}>
          {panel.value === "team" && <TeamForm />}
          {panel.value === "friends" && <FriendsForm />}
          {panel.value === "join" && <JoinForm />}
          {panel.value === "settings" && <PreferencesForm />}
        </Dialog>
      )}
    </main>
  );
}

const titles = { team: "home.team", friends: "home.friends", join: "home.join", settings: "settings" } as const;

function Way({
  icon,
  title,
  line,
  act,
  testid,
}: {
  icon: IconName;
  title: string;
  line: string;
  act: () => void;
  testid: string;
}) {
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
