// A table for friends: a name, how many seats, which game; the link comes next.
import { useState } from "preact/hooks";
import { Choice } from "../parts/Choice";
import { preferences } from "../preferences/preferences";
import { t } from "../base/text";
import { EditionChoice } from "./EditionChoice";
import { MoreOptions } from "./MoreOptions";
import { NameField } from "../parts/NameField";
import { newSettings, withEdition, withRules } from "./options";
import { open } from "./opening";
import { SlowSwitch } from "./SlowSwitch";

export function FriendsForm() {
  const [settings, change] = useState(() => newSettings(preferences.value.edition, 3));
  const start = (event: SubmitEvent) => {
    event.preventDefault();
    void open(settings);
  };
  return (
    <form class="stack" onSubmit={start}>
      <NameField />
      <Choice
        legend={t("friends.seats")}
        value={String(settings.rules.players)}
        options={["2", "3", "4", "5"].map((value) => ({ value, label: value }))}
        onChange={(value) => change(withRules(settings, { players: Number(value) }))}
        testid="seats"
      />
      <EditionChoice value={settings.rules.edition} onChange={(edition) => change(withEdition(settings, edition))} />
      <SlowSwitch settings={settings} onChange={change} />
      <MoreOptions settings={settings} onChange={change} alone={false} />
      <button type="submit" class="primary" data-testid="open-table">
        {t("friends.open")}
      </button>
    </form>
  );
}
