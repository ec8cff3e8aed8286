// Language, look, motion, sound: kept in this browser.
import { allowAlerts, buzz, mayAlert } from "../preferences/alert";
import { Choice } from "./Choice";
import { Switch } from "./Switch";
import { prefer, preferences } from "../preferences/preferences";
import type { Pace } from "../base/protocol";
import { chime } from "../preferences/sound";
import { LANGUAGE_NAMES, LANGUAGES, t } from "../base/text";
import { NameField } from "./NameField";

const PACES: Pace[] = ["slow", "normal", "fast"];
const setAlerts = async (on: boolean) => prefer({ alerts: on && (await allowAlerts()) });

function setSound(on: boolean): void {
  prefer({ sound: on });
  chime();
}

function setVibrate(on: boolean): void {
  prefer({ vibrate: on });
  buzz();
}

export function PreferencesForm() {
  const now = preferences.value;
  return (
    <div class="stack">
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
          { value: "auto", label: t("prefer.auto") },
          { value: "dark", label: t("prefer.dark") },
          { value: "light", label: t("prefer.light") },
        ]}
        onChange={(theme) => prefer({ theme })}
        testid="prefer-theme"
      />
      <Choice
        legend={t("prefer.cards")}
        value={now.cards}
        options={[
          { value: "paper", label: t("prefer.paper") },
          { value: "bold", label: t("prefer.bold") },
          { value: "plain", label: t("prefer.plain") },
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
      <Switch
        label={t("prefer.sound")}
        line={t("prefer.sound.line")}
        value={now.sound}
        onChange={setSound}
        testid="prefer-sound"
      />
      {mayAlert() && (
        <Switch
          label={t("prefer.alerts")}
          line={t("prefer.alerts.line")}
          value={now.alerts}
          onChange={(on) => void setAlerts(on)}
        />
      )}
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
