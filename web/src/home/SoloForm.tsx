// Alone, with every option at hand.
import { useState } from "preact/hooks";
import { preferences } from "../preferences";
import { t } from "../text";
import { EditionChoice } from "./EditionChoice";
import { newSettings, withEdition } from "./options";
import { open } from "./opening";
import { OptionsForm } from "./OptionsForm";

export function SoloForm() {
  const [settings, change] = useState(() => newSettings(preferences.value.edition, 1));
  const start = (event: SubmitEvent) => {
    event.preventDefault();
    void open(settings, { deal: true });
  };
  return (
    <form class="stack" onSubmit={start}>
      <EditionChoice value={settings.rules.edition} onChange={(edition) => change(withEdition(settings, edition))} />
      <OptionsForm settings={settings} onChange={change} alone />
      <button type="submit" class="primary" data-testid="deal">
        {t("deal")}
      </button>
    </form>
  );
}
