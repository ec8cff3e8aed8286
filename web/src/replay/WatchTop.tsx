// The head of a finished game: which it was, the turn, the keys, what to take along.
import { RoundButton } from "../parts/Icon";
import { HomeLink } from "../parts/Logo";
import { hasKeys } from "../preferences/keyboard";
import { t } from "../base/text";
import { editionName, playersText } from "../base/view";
import { turnText } from "./telling";
import type { Watching } from "./watching";

interface Props {
  watching: Watching;
  /** What is told beside the edition. */
  more?: string;
  onOpen: (what: "keys" | "share") => void;
}

export function WatchTop({ watching, more = "", onOpen }: Props) {
  const { rules } = watching.table.value.settings;
  return (
    <header class="watch-top">
      <HomeLink />
      <span class="top-edition">
        {editionName(rules.edition)}, {playersText(rules.players)}
        {more && ` · ${more}`}
      </span>
      <h1 data-testid="replay-turn">{turnText(watching)}</h1>
      {hasKeys() && <RoundButton icon="help" label={t("keys")} onClick={() => onOpen("keys")} />}
      <RoundButton icon="share" label={t("replay.share")} testid="replay-share" onClick={() => onOpen("share")} />
    </header>
  );
}
