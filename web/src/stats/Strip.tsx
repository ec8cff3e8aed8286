// A whole game in one line: every card from 2 to 99 in its colour, a dot for each that stayed.
import { colourOf } from "../base/hue";
import { t } from "../base/text";
import { CARDS } from "../base/hue";

export function Strip({ stayed }: { stayed: number[] }) {
  const label = stayed.length
    ? t("hub.laid.left", { laid: CARDS - stayed.length, cards: stayed.join(", ") })
    : t("hub.laid", { laid: CARDS });
  return (
    <>
      <span class="unseen">{label}</span>
      <svg class="strip" viewBox="0 0 196 20" preserveAspectRatio="none" aria-hidden="true">
        {Array.from({ length: CARDS }, (_, n) => {
          const { light, chroma, hue } = colourOf(n + 2);
          return stayed.includes(n + 2) ? (
            <rect key={n} x={n * 2 + 0.4} y="9" width="1.2" height="2" fill="var(--edge)" />
          ) : (
            <rect key={n} x={n * 2 + 0.2} width="1.6" height="20" fill={`oklch(${light + 0.06} ${chroma} ${hue})`} />
          );
        })}
      </svg>
    </>
  );
}
