// Shall we tell you when it is your turn? Says exactly what will come; "Not now" costs nothing.
import { show } from "../base/notice";
import { t } from "../base/text";
import { Card } from "../parts/Card";
import { Dialog } from "../parts/Dialog";
import { Icon } from "../parts/Icon";
import { notNow, turnOn } from "../preferences/push";
import "./slow.css";

export function AskPush({ onClose }: { onClose: () => void }) {
  const close = () => {
    notNow();
    onClose();
  };
  const accept = async () => {
    const on = await turnOn().catch(() => false);
    if (!on) notNow();
    show(t(on ? "push.on" : "push.refused"), on ? "news" : "refusal");
    onClose();
  };
  return (
    <Dialog title={t("push.title")} onClose={close} testid="push-question">
      <div class="rows push-question">
        <div class="push-art" aria-hidden="true">
          {[24, 44, 73].map((card) => (
            <Card key={card} card={card} />
          ))}
          <span>
            <Icon name="bell" />
          </span>
        </div>
        <p>{t("push.line")}</p>
        <ul>
          <li>
            <Icon name="check" /> {t("push.turn")}
          </li>
          <li>
            <Icon name="check" /> {t("push.remind")}
          </li>
          <li>
            <Icon name="ban" /> {t("push.nothing")}
          </li>
        </ul>
        <div class="rows push-buttons">
          <button type="button" class="primary" onClick={() => void accept()} data-testid="push-yes">
            <Icon name="bell" />
            <span>{t("push.yes")}</span>
          </button>
          <button type="button" class="quiet" onClick={close} data-testid="push-no">
            {t("push.no")}
          </button>
        </div>
        <small class="dim">{t("push.foot")}</small>
      </div>
    </Dialog>
  );
}
