// What to take along: a link to this turn, a link that holds the whole game, the record file.
import { challengeOf, writeChallenge } from "../history/challenge";
import { linkTo } from "../net/address";
import { CopyField } from "../parts/CopyField";
import { Icon } from "../parts/Icon";
import { saveFile } from "../parts/saveFile";
import { t } from "../base/text";
import { addressOf, wholeAddress } from "./address";
import { snippet } from "./Embed";
import type { Watching } from "./watching";

export function Share({ watching, page }: { watching: Watching; page: string }) {
  const { game } = watching;
  const last = game.frames.at(-1)?.table;
  const challenge = last && watching.open ? challengeOf(last, game.link) : null;
  return (
    <div class="stack">
      {game.game && (
        <CopyField
          label={t("replay.link.turn")}
          text={linkTo(addressOf(page, game, watching.turn.value + 1))}
          testid="link-turn"
        />
      )}
      <CopyField label={t("replay.link.whole")} text={linkTo(wholeAddress("replay", game))} testid="link-whole" />
      <CopyField label={t("embed")} text={snippet(watching)} testid="link-embed" />
      {challenge && (
        <CopyField label={t("beat.share")} text={linkTo(`/beat#${writeChallenge(challenge)}`)} testid="link-beat" />
      )}
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
