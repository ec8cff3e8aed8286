// The mark: our 9 and 8, laid with ninety-eight little cards; those that stayed are holes in it.
import { cardStyle } from "../base/hue";
import { Numeral } from "./Numeral";
import { MARK_HEIGHT, MARK_WIDTH, markPlaces } from "./ninetyeight";
import "./ninetyeight.css";

interface Props {
  left: number[];
  /** With their numerals, which are seen while the cards travel. */
  numerals?: boolean;
}

export function Ninetyeight({ left, numerals = false }: Props) {
  return (
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
          {numerals && <Numeral value={n + 2} />}
        </i>
      ))}
    </div>
  );
}
