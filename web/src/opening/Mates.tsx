// Computer teammates: how many, and how good.
import { info } from "../net/api";
import { Choice } from "../parts/Choice";
import { knownLevel, LevelSelect } from "../parts/LevelSelect";
import { Switch } from "../parts/Switch";
import { prefer, preferences } from "../preferences/preferences";
import type { SettingsData } from "../base/protocol";
import { say, t } from "../base/text";
import { withRules } from "./options";

/** A level for each where they are mixed; null where all are alike. */
type Mixed = Record<number, string> | null;

/** The level of every teammate. */
export function teamFrom(levels: string[], mates: number, mixed: Mixed): string[] {
  const level = knownLevel(levels, preferences.value.level);
  return Array.from({ length: mates }, (_, n) => mixed?.[n] ?? level);
}

interface Props {
  settings: SettingsData;
  onChange: (settings: SettingsData) => void;
  bots: string[];
  mixed: Mixed;
  onMix: (mixed: Mixed) => void;
}

export function Mates({ settings, onChange, bots, mixed, onMix }: Props) {
  const levels = info.value?.levels ?? [];
  const level = knownLevel(levels, preferences.value.level);
  return (
    <>
      <Choice
        legend={t("team.mates")}
        value={String(bots.length)}
        options={["1", "2", "3", "4"].map((value) => ({ value, label: value }))}
        onChange={(value) => onChange(withRules(settings, { players: Number(value) + 1 }))}
        testid="mates"
      />
      <Choice
        legend={t("team.level")}
        value={level}
        options={levels.map((value) => ({ value, label: say(`level.${value}.name`) ?? value }))}
        onChange={(value) => prefer({ level: value })}
        testid="level"
      />
      <p class="dim">{say(`level.${level}.line`)}</p>
      {bots.length > 1 && (
        <Switch
          label={t("team.mixed")}
          value={mixed !== null}
          onChange={(on) => onMix(on ? {} : null)}
          testid="mixed"
        />
      )}
      {mixed && bots.length > 1 && (
        <div class="rows">
          {bots.map((one, n) => (
            <label class="switch" key={n}>
              <span>{t("team.mate", { number: n + 1 })}</span>
              <LevelSelect
                levels={levels}
                value={one}
                onChange={(value) => onMix({ ...mixed, [n]: value })}
                testid={`level-${n}`}
              />
            </label>
          ))}
        </div>
      )}
    </>
  );
}
