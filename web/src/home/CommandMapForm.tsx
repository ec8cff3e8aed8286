// Which numbers carry which command: ours, drawn by chance, or those of one's own box.
import { useState } from "preact/hooks";
import { commandName, KINDS } from "../view";
import { info } from "../net/api";
import { Badge } from "../parts/Badge";
import { Choice } from "../parts/Choice";
import type { CommandKind, SettingsData } from "../protocol";
import { t } from "../text";
import { withRules } from "./options";

interface Props {
  settings: SettingsData;
  onChange: (settings: SettingsData) => void;
}

type Texts = Record<string, string>;

export function CommandMapForm({ settings, onChange }: Props) {
  const chosen = settings.rules.commands ?? "house";
  const [texts, setTexts] = useState<Texts>(() => asTexts(typeof chosen === "string" ? {} : chosen));
  const [own, setOwn] = useState(typeof chosen !== "string");
  const kind = own ? "own" : String(chosen);

  const choose = (value: string) => {
    setOwn(value === "own");
    if (value !== "own") onChange(withRules(settings, { commands: value as "house" | "seeded" }));
  };
  const write = (name: string, text: string) => {
    const now = { ...texts, [name]: text };
    setTexts(now);
    if (problems(now).length === 0) onChange(withRules(settings, { commands: asNumbers(now) }));
  };
  const shown = own ? texts : kind === "house" ? asTexts(info.value?.map ?? {}) : null;
  return (
    <fieldset class="map">
      <legend>{t("map")}</legend>
      <Choice
        legend={t("map")}
        hidden
        value={kind}
        options={[
          { value: "house", label: t("map.house") },
          { value: "seeded", label: t("map.seeded") },
          { value: "own", label: t("map.own") },
        ]}
        onChange={choose}
        testid="map"
      />
      <p class="dim">{t(own ? "map.own.line" : kind === "house" ? "map.house.line" : "map.seeded.line")}</p>
      {shown && (
        <div class="map-rows">
          {KINDS.map((name) => (
            <label key={name}>
              <Badge mark={name} />
              <span>{commandName(name)}</span>
              <input
                inputMode="numeric"
                autocomplete="off"
                readOnly={!own}
                placeholder="·  ·  ·  ·"
                value={shown[name] ?? ""}
                data-testid={`map-${name}`}
                onInput={(event) => write(name, event.currentTarget.value)}
              />
            </label>
          ))}
        </div>
      )}
      {own && (
        <output class="map-check" data-testid="map-check">
          {problems(texts)[0] ?? t("map.complete")}
        </output>
      )}
    </fieldset>
  );
}

const numbersIn = (text = ""): string[] => text.split(/[^0-9A-Za-z]+/).filter(Boolean);

function asTexts(map: Record<string, number[]>): Texts {
  return Object.fromEntries(Object.entries(map).map(([kind, numbers]) => [kind, numbers.join("  ")]));
}

function asNumbers(texts: Texts): Record<CommandKind, number[]> {
  const numbers = KINDS.map((kind) => [kind, numbersIn(texts[kind]).map(Number)]);
  return Object.fromEntries(numbers) as Record<CommandKind, number[]>;
}

/** What is wrong with the form as typed; whether the map can be played is the server's word. */
function problems(texts: Texts): string[] {
  const all = KINDS.flatMap((kind) => numbersIn(texts[kind]));
  const odd = all.find((text) => !/^[0-9]{1,2}$/.test(text));
  const twice = all.find((text, n) => all.indexOf(text) !== n);
  const short = KINDS.find((kind) => numbersIn(texts[kind]).length !== 4);
  return [
    odd && t("map.odd", { text: odd }),
    twice && t("map.twice", { text: twice }),
    short && t("map.count", { command: commandName(short), count: numbersIn(texts[short]).length }),
  ].filter((problem): problem is string => Boolean(problem));
}
