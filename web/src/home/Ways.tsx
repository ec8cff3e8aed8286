// The ways into a game that stand beside the big button.
import { Icon } from "../parts/Icon";
import { preferences } from "../preferences/preferences";
import { t } from "../base/text";
import { editionName } from "../base/view";
import type { Panel } from "./Panels";

export type To = (panel: Panel) => () => void;

export function Friends({ to }: { to: To }) {
  return (
    <button type="button" class="quiet" onClick={to("friends")} data-testid="play-friends">
      <Icon name="people" />
      <span>{t("home.friends")}</span>
    </button>
  );
}

/** Any game of the ladder; `main` where nothing comes before it. */
export function Another({ main }: { main: boolean }) {
  return (
    <a class={main ? "primary" : "quiet"} href="/play" data-testid="another">
      <Icon name="card" />
      <span>
        {t("home.another")}
        <small>{editionName(preferences.value.edition)}</small>
      </span>
    </a>
  );
}
