// Any game of the ladder: which one, alone or with computer players, every option below.
import { host } from "#host";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { finished } from "../history/history";
import { gameOfRung, nextRung, RUNGS, rungOf, type Rung } from "../history/ladder";
import { info } from "../net/api";
import { path } from "../net/route";
import { Choice } from "../parts/Choice";
import { prefer, preferences } from "../preferences/preferences";
import type { Difficulty, RulesData } from "../base/protocol";
import { say, t } from "../base/text";
import { MoreOptions } from "./MoreOptions";
import { Mates, teamFrom } from "./Mates";
import { newSettings, withEdition, withRules } from "./options";
import { open } from "./opening";
import { RungCard } from "./RungCard";

/** Which rung the form starts with: the one of the address, a newcomer's, or that of the last edition. */
function firstRung(named: string): Rung {
  const rung = RUNGS.find((one) => one === named);
  if (rung) return rung;
  return finished.value.length === 0 ? nextRung([]) : rungOf({ edition: preferences.value.edition });
}

export function AnotherForm() {
  const named = path.value.split("/")[2] ?? "";
  const [rung, choose] = useState(() => firstRung(named));
  const [settings, change] = useState(() => newSettings(gameOfRung(rung).edition, named === "team" ? 3 : 1));
  const [mixed, mix] = useState<Record<number, string> | null>(null);
  const [looking, look] = useState(false);
  const team = settings.rules.players > 1;
  const bots = teamFrom(info.value?.levels ?? [], settings.rules.players - 1, mixed);
  const climb = (next: Rung) => {
    choose(next);
    change(withEdition(settings, gameOfRung(next).edition));
    prefer({ edition: gameOfRung(next).edition });
  };
  const start = async (event: SubmitEvent) => {
    event.preventDefault();
    if (looking) return;
    look(true);
    await open(settings, { bots, deal: true, difficulty: difficultyOf(rung, settings.rules) });
    look(false);
  };
  return (
    <form class="stack" onSubmit={(event) => void start(event)}>
      <Ladder rung={rung} onChange={climb} />
      <p class="dim" aria-live="polite">
        {say(`ladder.${rung}`) ?? say(`edition.${rung}.line`)}
      </p>
      <Choice
        legend={t("home.who")}
        value={team ? "team" : "alone"}
        options={[
          { value: "alone", label: t("home.alone") },
          { value: "team", label: t("home.team") },
        ]}
        onChange={(who) => change(withRules(settings, { players: who === "team" ? 3 : 1 }))}
        testid="who"
      />
      {team && <Mates settings={settings} onChange={change} bots={bots} mixed={mixed} onMix={mix} />}
      <MoreOptions settings={settings} onChange={change} alone />
      <button type="submit" class="primary" data-testid="deal" aria-busy={looking}>
        {t(looking ? "difficulty.looking" : "deal")}
      </button>
    </form>
  );
}

/** How hard the cards shall be: such deals are shipped for one player and the plain original; a server looks for others. */
function difficultyOf(rung: Rung, { edition, players, ...options }: RulesData): Difficulty | null {
  const { difficulty } = gameOfRung(rung);
  if (edition !== "base") return null;
  const shipped = players === 1 && Object.keys(options).length === 0;
  return shipped || (difficulty !== "normal" && !host.alone) ? difficulty : null;
}

function Ladder({ rung, onChange }: { rung: Rung; onChange: (rung: Rung) => void }) {
  const name = useId();
  const box = useRef<HTMLFieldSetElement>(null);
  useEffect(() => box.current?.querySelector<HTMLInputElement>(":checked")?.focus(), []);
  return (
    <fieldset ref={box} class="rungs" data-testid="edition">
      <legend class="unseen">{t("ladder")}</legend>
      {RUNGS.map((one) => (
        <label key={one} class="rung" data-testid={`rung-${one}`}>
          <input type="radio" name={name} value={one} checked={one === rung} onChange={() => onChange(one)} />
          <RungCard rung={one} />
        </label>
      ))}
    </fieldset>
  );
}
