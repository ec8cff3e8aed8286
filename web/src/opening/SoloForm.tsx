// Alone, with every option at hand.
import { host } from "#host";
import { useState } from "preact/hooks";
import { Choice } from "../parts/Choice";
import { preferences } from "../preferences/preferences";
import type { Difficulty } from "../base/protocol";
import { t } from "../base/text";
import { EditionChoice } from "./EditionChoice";
import { newSettings, withEdition } from "./options";
import { open } from "./opening";
import { OptionsForm } from "./OptionsForm";

type Wanted = Difficulty | "any";
const LEVELS: Wanted[] = ["any", "easy", "normal", "hard"];

export function SoloForm() {
  const [settings, change] = useState(() => newSettings(preferences.value.edition, 1));
  const [level, choose] = useState<Wanted>("any");
  const [looking, look] = useState(false);
  const start = async (event: SubmitEvent) => {
    event.preventDefault();
    if (looking) return;
    look(true);
    await open(settings, { deal: true, difficulty: level === "any" ? null : level });
    look(false);
  };
  return (
    <form class="stack" onSubmit={start}>
      <EditionChoice value={settings.rules.edition} onChange={(edition) => change(withEdition(settings, edition))} />
      {!host.alone && <DifficultyChoice value={level} onChange={choose} />}
      <OptionsForm settings={settings} onChange={change} alone />
      <button type="submit" class="primary" data-testid="deal" aria-busy={looking}>
        {t(looking && level !== "any" ? "difficulty.looking" : "deal")}
      </button>
    </form>
  );
}

/** Looking for a deal takes the compiled game, which a page alone has not. */
function DifficultyChoice({ value, onChange }: { value: Wanted; onChange: (value: Wanted) => void }) {
  return (
    <>
      <Choice
        legend={t("difficulty")}
        value={value}
        options={LEVELS.map((one) => ({ value: one, label: t(`difficulty.${one}`) }))}
        onChange={onChange}
        testid="difficulty"
      />
      <p class="dim">{t("difficulty.line")}</p>
    </>
  );
}
