// Give up one's seat for good, asked once.
import { useSignal } from "@preact/signals";
import { forgetSeat } from "../net/seats";
import { refuse } from "../base/notice";
import { Dialog } from "../parts/Dialog";
import { Icon } from "../parts/Icon";
import type { Playing } from "../session/session";
import { go } from "../net/route";
import { t } from "../base/text";

export function LeaveButton({ play, look = "quiet" }: { play: Playing; look?: "quiet" | "row-button" }) {
  const asking = useSignal(false);
  const table = play.table.value;
  if (table.you === null) return null;
  const leave = () => {
    play.send({ type: "leave" }, (refusal) => {
      if (refusal) return refuse(refusal);
      forgetSeat(table.code);
      go("/");
    });
    asking.value = false;
  };
  return (
    <>
      <button type="button" class={look} onClick={() => (asking.value = true)} data-testid="leave">
        <Icon name="close" />
        <span>{t("end.leave")}</span>
      </button>
      {asking.value && (
        <Dialog title={t("end.leave")} onClose={() => (asking.value = false)} testid="leave-question">
          <p>{t(table.game?.status === "playing" ? "end.leave.game" : "end.leave.line")}</p>
          <div class="buttons">
            <button type="button" class="primary" onClick={() => (asking.value = false)} data-testid="leave-no">
              {t("end.leave.no")}
            </button>
            <button type="button" class="danger" onClick={leave} data-testid="leave-yes">
              {t("end.leave.yes")}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
