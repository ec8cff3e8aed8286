// What to take along: a link to this turn, a link that holds the whole game, the record file.
import { info } from "../net/api";
import { CopyField } from "../parts/CopyField";
import { Icon } from "../parts/Icon";
import { saveFile } from "../parts/saveFile";
import { t } from "../text";
import { addressOf, wholeAddress } from "./address";
import type { Watching } from "./watching";

export function Share({ watching, page }: { watching: Watching; page: string }) {
  const origin = info.value?.origin ?? location.origin;
  const { game } = watching;
  return (
    <div class="stack">
      {game.game && (
        <CopyField
          label={t("replay.link.turn")}
          text={origin + addressOf(page, game, watching.turn.value + 1)}
          testid="link-turn"
        />
      )}
      <CopyField
        label={t("replay.link.whole")}
        text={origin + wholeAddress("replay", game)}
        lines={4}
        testid="link-whole"
      />
      <button
        type="button"
        class="quiet"
        data-testid="replay-save"
        onClick={() => saveFile(`nonante-${game.game ?? "game"}.json`, game.record)}
      >
        <Icon name="save" />
        <span>{t("end.record")}</span>
      </button>
    </div>
  );
}
