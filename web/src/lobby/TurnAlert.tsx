// Be told when it is one's turn: asked where one waits, not in the middle of a game.
import { allowAlerts, mayAlert } from "../preferences/alert";
import { show } from "../base/notice";
import { Icon } from "../parts/Icon";
import { prefer, preferences } from "../preferences/preferences";
import { t } from "../base/text";

const ask = async () => {
  const alerts = await allowAlerts();
  prefer({ alerts });
  if (alerts) show(t("lobby.alerted"));
};

export function TurnAlert() {
  if (!mayAlert() || preferences.value.alerts) return null;
  return (
    <button type="button" class="quiet" data-testid="turn-alert" onClick={() => void ask()}>
      <Icon name="bell" />
      <span>{t("lobby.alert")}</span>
    </button>
  );
}
