// Language, look, motion, sound: kept in this browser.
import { host } from "#host";
import { allowAlerts, buzz, mayAlert } from "../preferences/alert";
import { Card } from "./Card";
import { Choice } from "./Choice";
import { Switch } from "./Switch";
import { prefer, preferences, type Preferences } from "../preferences/preferences";
import type { Pace } from "../base/protocol";
import { LANGUAGE_NAMES, LANGUAGES, t, withTexts } from "../base/text";
import { Later } from "./Later";
import { NameField } from "./NameField";
import { Sound } from "./Sound";
import "./preferences.css";

const loadPush = withTexts("slow", async () => (await import("./PushSwitch")).PushSwitch);
const PACES: Pace[] = ["slow", "normal", "fast"];
const setAlerts = async (on: boolean) => prefer({ alerts: on && (await allowAlerts()) });

function setVibrate(on: boolean): void {
  prefer({ vibrate: on });
  buzz();
}

/** A corner of the table in the light of a theme; as on the device, half of each. */
function Scene({ theme }: { theme: Preferences["theme"] }) {
  const halves = theme === "auto" ? (["dark", "light"] as const) : [theme];
  return (
    <span class="scene" aria-hidden="true">
      {halves.map((half) => (
        <span key={half} data-scene={half}>
          <i />
        </span>
      ))}
    </span>
  );
}

/** Two cards as a style draws them. */
function Faces({ cards }: { cards: Preferences["cards"] }) {
  return (
    <span class="face" data-cards={cards} aria-hidden="true">
      <Card card={16} />
      <Card card={84} />
    </span>
  );
}

export function PreferencesForm() {
  const now = preferences.value;
  return (
    <div class="stack preferences">
      <div>
        <NameField />
        <small class="dim">{t("prefer.name.line")}</small>
      </div>
      <Choice
        legend={t("prefer.language")}
        value={now.language}
        options={[
          { value: "auto", label: t("prefer.auto") },
          ...LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] })),
        ]}
        onChange={(language) => prefer({ language })}
        testid="prefer-language"
      />
      <Choice
        legend={t("prefer.theme")}
        value={now.theme}
        options={[
          { value: "dark", label: t("prefer.dark"), picture: <Scene theme="dark" /> },
          { value: "light", label: t("prefer.light"), picture: <Scene theme="light" /> },
          { value: "auto", label: t("prefer.device"), picture: <Scene theme="auto" /> },
        ]}
        onChange={(theme) => prefer({ theme })}
        testid="prefer-theme"
      />
      <Choice
        legend={t("prefer.cards")}
        value={now.cards}
        options={[
          { value: "bold", label: t("prefer.bold"), picture: <Faces cards="bold" /> },
          { value: "paper", label: t("prefer.paper"), picture: <Faces cards="paper" /> },
          { value: "plain", label: t("prefer.plain"), picture: <Faces cards="plain" /> },
        ]}
        onChange={(cards) => prefer({ cards })}
        testid="prefer-cards"
      />
      <Choice
        legend={t("prefer.motion")}
        value={now.motion}
        options={[
          { value: "auto", label: t("prefer.auto") },
          { value: "less", label: t("prefer.less") },
        ]}
        onChange={(motion) => prefer({ motion })}
        testid="prefer-motion"
      />
      <Choice
        legend={t("prefer.pace")}
        value={now.pace}
        options={PACES.map((value) => ({ value, label: t(`prefer.pace.${value}`) }))}
        onChange={(pace) => prefer({ pace })}
        testid="prefer-pace"
      />
      <Sound />
      {mayAlert() && (
        <Switch
          label={t("prefer.alerts")}
          line={t("prefer.alerts.line")}
          value={now.alerts}
          onChange={(on) => void setAlerts(on)}
        />
      )}
      {!host.alone && <Later load={loadPush} part props={{}} />}
      {"vibrate" in navigator && (
        <Switch
          label={t("prefer.vibrate")}
          line={t("prefer.vibrate.line")}
          value={now.vibrate}
          onChange={setVibrate}
          testid="prefer-vibrate"
        />
      )}
      <Switch
        label={t("keys.on")}
        line={t("prefer.keys.line")}
        value={now.shortcuts}
        onChange={(shortcuts) => prefer({ shortcuts })}
      />
    </div>
  );
}
