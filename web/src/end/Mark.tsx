// The mark, drawn with little cards; those that stayed are holes in it.
import { cardStyle } from "../base/hue";
import { Numeral } from "../parts/Numeral";
import { t } from "../base/text";
import { CARDS, MARK_HEIGHT, MARK_WIDTH, markPlaces } from "./mark";

export function Mark({ left = [] }: { left?: number[] }) {
  const laid = { laid: CARDS - left.length, cards: left.join(", ") };
  const label = left.length > 0 ? t("hub.laid.left", laid) : t("hub.laid", laid);
  return (
    <figure class="mark" aria-label={label}>
      <div class="ninetyeight" aria-hidden="true" data-testid="mark">
        {markPlaces().map(({ x, y, degrees }, n) => (
          <i
            key={n}
            class="bit"
            data-bit={n + 2}
            data-hole={left.includes(n + 2)}
            style={{
              ...cardStyle(n + 2),
              left: `${(100 * x) / MARK_WIDTH}%`,
              top: `${(100 * y) / MARK_HEIGHT}%`,
              transform: `rotate(${degrees.toFixed(1)}deg)`,
            }}
          >
            <Numeral value={n + 2} />
          </i>
        ))}
      </div>
    </figure>
  );
}
