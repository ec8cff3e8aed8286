// Everything else after a game; leaving stands apart, at the very end.
import { AfterGame } from "../lobby/AfterGame";
import { LeaveButton } from "../lobby/LeaveButton";
import { show } from "../base/notice";
import { t } from "../base/text";
import { reasonOf } from "../net/refusing";
import { Dialog } from "../parts/Dialog";
import { Icon } from "../parts/Icon";
import { savePicture } from "../parts/picture";
import { saveFile } from "../parts/saveFile";
import { TwoLines } from "../parts/TwoLines";
import { gameOf } from "../replay/address";
import type { TableView } from "../base/protocol";
import type { Playing } from "../session/session";

export function More({ play, onClose }: { play: Playing; onClose: () => void }) {
  const table = play.table.value;
  const host = table.host === table.you && table.you !== null;
  return (
    <Dialog title={t("hub.more")} onClose={onClose} testid="hub-more-dialog">
      <div class="stack hub-rest">
        {host && (
          <button
            type="button"
            class="quiet"
            data-testid="same"
            onClick={() => play.send({ type: "deal", same: true })}
          >
            <TwoLines icon="cover" title={t("end.same")} line={t("known")} />
          </button>
        )}
        <AfterGame play={play} />
        <a class="quiet" href={`/replay/${table.code}-${table.deals}`} data-testid="to-replay">
          <Icon name="play" />
          <span>{t("replay")}</span>
        </a>
        <button type="button" class="quiet" data-testid="picture" onClick={() => void savePicture(table)}>
          <Icon name="picture" />
          <span>{t("end.picture")}</span>
        </button>
        <button type="button" class="quiet" data-testid="record" onClick={() => void saveRecord(table)}>
          <Icon name="save" />
          <span>{t("end.record")}</span>
        </button>
        <hr />
        <LeaveButton play={play} />
      </div>
    </Dialog>
  );
}

async function saveRecord({ code, deals }: TableView): Promise<void> {
  try {
    const { record } = await gameOf(`${code}-${deals}`);
    saveFile(`nonante-${code}-${deals}.json`, record);
  } catch (error) {
    show(reasonOf(error), "refusal");
  }
}
