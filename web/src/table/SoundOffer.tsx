// Sounds are offered at the first game, while its first card is still in the hand.
import { useEffect } from "preact/hooks";
import { Icon } from "../parts/Icon";
import { preferences } from "../preferences/preferences";
import { setSound, stopOffering } from "../preferences/sound";
import type { TableView } from "../base/protocol";
import { t } from "../base/text";

/** Whoever has not said yes or no is asked until the first card lies. */
export function SoundOffer({ table: { game, you } }: { table: TableView }) {
  const fresh = game !== null && game.turn <= 1 && game.laid === 0;
  const asks = preferences.value.sound === null && you !== null;
  useEffect(() => void (asks && !fresh && stopOffering()), [asks, fresh]);
  if (!asks || !fresh || game.starter === null) return null;
  return (
    <button type="button" class="quiet small sound-offer" data-testid="sound-offer" onClick={() => setSound(true)}>
      <Icon name="sound" />
      <span>{t("sound.offer")}</span>
    </button>
  );
}
