// The mark of a won game, drawn with little cards.
import { Numeral } from "../parts/Numeral";
import { MARK_HEIGHT, MARK_WIDTH, markPlaces } from "./mark";

export function Mark() {
  return (
    <div class="ninetyeight" aria-hidden="true" data-testid="mark">
      {markPlaces().map(({ x, y, degrees }, n) => (
        <i
          key={n}
          class="bit"
          data-bit={n + 2}
          style={{
            "--value": n + 2,
            left: `${(100 * x) / MARK_WIDTH}%`,
            top: `${(100 * y) / MARK_HEIGHT}%`,
            transform: `rotate(${degrees.toFixed(1)}deg)`,
          }}
        >
          <Numeral value={n + 2} />
        </i>
      ))}
    </div>
  );
}
