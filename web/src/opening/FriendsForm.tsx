// A table for friends: a name, how many seats, which game; the link comes next.
import { useState } from "preact/hooks";
import { preferences } from "../preferences/preferences";
import { t } from "../base/text";
import { GameChoice } from "./GameChoice";
import { MoreOptions } from "./MoreOptions";
import { NameField } from "../parts/NameField";
import { newSettings } from "./options";
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
      <GameChoice settings={settings} change={change} />
      <SlowSwitch settings={settings} onChange={change} />
      <MoreOptions settings={settings} onChange={change} alone={false} />
      <button type="submit" class="primary" data-testid="open-table">
        {t("friends.open")}
      </button>
    </form>
  );
}
