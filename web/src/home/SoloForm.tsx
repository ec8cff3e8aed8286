// Alone, with every option at hand.
import { useState } from "preact/hooks";
import { Choice } from "../parts/Choice";
import { preferences } from "../preferences";
import type { Difficulty } from "../protocol";
import { t } from "../text";
import { EditionChoice } from "./EditionChoice";
import { newSettings, withEdition } from "./options";
import { open } from "./opening";
import { OptionsForm } from "./OptionsForm";

const LEVELS: (Difficulty | "any")[] = ["any", "easy", "normal", "hard"];

export function SoloForm() {
  const [settings, change] = useState(() => newSettings(preferences.value.edition, 1));
  const [level, choose] = useState<Difficulty | "any">("any");
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
      <Choice
        legend={t("difficulty")}
        value={level}
        options={LEVELS.map((value) => ({ value, label: t(`difficulty.${value}`) }))}
        onChange={choose}
        testid="difficulty"
      />
      <p class="dim">{t("difficulty.line")}</p>
      <OptionsForm settings={settings} onChange={change} alone />
      <button type="submit" class="primary" data-testid="deal" aria-busy={looking}>
        {t(looking && level !== "any" ? "difficulty.looking" : "deal")}
      </button>
    </form>
  );
}
