// The mark of a finished game, and what it says to those who do not see it.
import { Laid } from "../parts/Laid";
import { Ninetyeight } from "../parts/Ninetyeight";
import { CARDS } from "../base/hue";
import { t } from "../base/text";

export function Mark({ left = [] }: { left?: number[] }) {
  const laid = { laid: CARDS - left.length, cards: left.join(", ") };
  const label = left.length > 0 ? t("hub.laid.left", laid) : t("hub.laid", laid);
  return (
    <figure class="mark" aria-label={label}>
      <Ninetyeight left={left} numerals />
    </figure>
  );
}

/** While the cards of a deal stay hidden: how many are laid, but not which. */
export function Count({ laid }: { laid: number }) {
  return (
    <figure class="mark" aria-label={t("hub.laid", { laid })}>
      <Laid count={laid} />
    </figure>
  );
}
