// A table with computer team-mates: how many, how good, and off.
import { useState } from "preact/hooks";
import { info } from "../net/api";
import { Choice } from "../parts/Choice";
import { knownLevel, LevelSelect } from "../parts/LevelSelect";
import { Switch } from "../parts/Switch";
import { prefer, preferences } from "../preferences/preferences";
import { say, t } from "../base/text";
import { EditionChoice } from "./EditionChoice";
import { MoreOptions } from "./MoreOptions";
import { newSettings, withEdition, withRules } from "./options";
import { open } from "./opening";

export function TeamForm() {
  const [settings, change] = useState(() => newSettings(preferences.value.edition, 3));
  const levels = info.value?.levels ?? [];
  const mates = settings.rules.players - 1;
  const [mixed, mix] = useState(false);
  const [chosen, choose] = useState<Record<number, string>>({});
  const level = knownLevel(levels, preferences.value.level);
  const team = Array.from({ length: mates }, (_, n) => (mixed && chosen[n]) || level);
  const start = (event: SubmitEvent) => {
    event.preventDefault();
    void open(settings, { bots: team, deal: true });
  };
  return (
    <form class="stack" onSubmit={start}>
      <Choice
        legend={t("team.mates")}
        value={String(mates)}
        options={["1", "2", "3", "4"].map((value) => ({ value, label: value }))}
        onChange={(value) => change(withRules(settings, { players: Number(value) + 1 }))}
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
      {mates > 1 && <Switch label={t("team.mixed")} value={mixed} onChange={mix} testid="mixed" />}
      {mixed && mates > 1 && (
        <div class="team-levels">
          {team.map((one, n) => (
            <label key={n}>
              <span>{t("team.mate", { number: n + 1 })}</span>
              <LevelSelect
                levels={levels}
                value={one}
                onChange={(value) => choose({ ...chosen, [n]: value })}
                testid={`level-${n}`}
              />
            </label>
          ))}
        </div>
      )}
      <EditionChoice value={settings.rules.edition} onChange={(edition) => change(withEdition(settings, edition))} />
      <MoreOptions settings={settings} onChange={change} alone />
      <button type="submit" class="primary" data-testid="deal">
        {t("deal")}
      </button>
    </form>
  );
}
