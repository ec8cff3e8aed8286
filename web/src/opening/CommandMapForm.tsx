// Which numbers carry which command: ours, drawn by chance, or those of one's own box.
import { useEffect } from "preact/hooks";
import { BoxForm } from "./BoxForm";
import { keepBox, keptBox, type Box } from "./box";
import { ShareBox } from "./ShareBox";
import { info, loadInfo } from "../net/api";
import { Badge } from "../parts/Badge";
import { Choice } from "../parts/Choice";
import type { SettingsData } from "../base/protocol";
import { t } from "../base/text";
import { KINDS } from "../base/protocol";
import { commandName } from "../base/view";
import { withRules } from "./options";

interface Props {
  settings: SettingsData;
  /** Hears of every number; a box that is not complete stands in the settings as it is, and the server refuses it. */
  onChange: (settings: SettingsData) => void;
}

export function CommandMapForm({ settings, onChange }: Props) {
  const chosen = settings.rules.commands ?? "house";
  const own = typeof chosen === "object" ? chosen : null;
  const kind = own ? "own" : String(chosen);
  useEffect(() => void loadInfo().catch(() => null), []);
  const set = (commands: "house" | "seeded" | Box) => onChange(withRules(settings, { commands }));
  const write = (box: Box) => {
    keepBox(box);
    set(box);
  };
  return (
    <fieldset class="stack">
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
        onChange={(value) => set(value === "own" ? keptBox() : (value as "house" | "seeded"))}
        testid="map"
      />
      <p class="dim">{t(own ? "map.own.line" : kind === "house" ? "map.house.line" : "map.seeded.line")}</p>
      {kind === "house" && <HouseMap />}
      {own && (
        <>
          <BoxForm box={own} onChange={write} />
          <ShareBox box={own} />
        </>
      )}
    </fieldset>
  );
}

function HouseMap() {
  const map = info.value?.map;
  if (!map) return null;
  return (
    <dl class="map-list">
      {KINDS.map((kind) => (
        <div key={kind}>
          <dt>
            <Badge mark={kind} /> {commandName(kind)}
          </dt>
          <dd>{map[kind].join(" · ")}</dd>
        </div>
      ))}
    </dl>
  );
}
