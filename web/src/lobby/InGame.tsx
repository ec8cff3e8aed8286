// What is rarely wanted in a running game: invite somebody, give the game up (a deal of the day has one try), leave for good.
import { host as place } from "#host";
import { useSignal } from "@preact/signals";
import { t } from "../base/text";
import { people } from "../base/view";
import { dealAt } from "../history/days";
import { Dialog } from "../parts/Dialog";
import { Icon } from "../parts/Icon";
import type { Playing } from "../session/session";
import { Invitation } from "./Invitation";
import { LeaveButton } from "./LeaveButton";
import { Research } from "./Research";
import "./lobby.css";

export function InGame({ play, close }: { play: Playing; close: () => void }) {
  const table = play.table.value;
  const open = useSignal<"invite" | "drop" | null>(null);
  const host = table.host === table.you && table.you !== null;
  const alone = people(table) === 1;
  const drop = () => {
    close();
    play.send({ type: "gather" });
    if (alone) play.send({ type: "deal" });
  };
  return (
    <>
      {!place.alone && table.seats.length > 1 && (
        <button type="button" class="row-button" data-testid="menu-invite" onClick={() => (open.value = "invite")}>
          <Icon name="people" />
          <span>{t("invite")}</span>
        </button>
      )}
      <Research play={play} />
      {((host && !dealAt(table)) || !alone) && <hr />}
      {host && !dealAt(table) && (
        <button type="button" class="row-button" data-testid="menu-drop" onClick={() => (open.value = "drop")}>
          <Icon name="again" />
          <span>{t(alone ? "end.again" : "drop")}</span>
        </button>
      )}
      {!alone && <LeaveButton play={play} look="row-button" />}
      {open.value === "invite" && (
        <Dialog title={t("invite")} onClose={() => (open.value = null)} testid="invite-dialog">
          <Invitation code={table.code} />
        </Dialog>
      )}
      {open.value === "drop" && (
        <Dialog title={t(alone ? "end.again" : "drop")} onClose={() => (open.value = null)} testid="drop-question">
          <p>{t(alone ? "drop.alone" : "drop.line")}</p>
          <div class="buttons">
            <button type="button" class="primary" onClick={() => (open.value = null)} data-testid="drop-no">
              {t("drop.no")}
            </button>
            <button type="button" class="danger" onClick={drop} data-testid="drop-yes">
              {t("drop.yes")}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
