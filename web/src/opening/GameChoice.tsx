// Which game friends play: how many seats, and the edition.
import type { SettingsData } from "../base/protocol";
import { t } from "../base/text";
import { Choice } from "../parts/Choice";
import { EditionChoice } from "./EditionChoice";
import { withEdition, withRules } from "./options";

export function GameChoice({ settings, change }: { settings: SettingsData; change: (next: SettingsData) => void }) {
  return (
    <>
      <Choice
        legend={t("friends.seats")}
        value={String(settings.rules.players)}
        options={["2", "3", "4", "5"].map((value) => ({ value, label: value }))}
        onChange={(value) => change(withRules(settings, { players: Number(value) }))}
        testid="seats"
      />
      <EditionChoice value={settings.rules.edition} onChange={(edition) => change(withEdition(settings, edition))} />
    </>
  );
}
