// What came of a game as a little card: the cards that were left, or all 98 with a tick. The words stand beside it.
import { Icon } from "./Icon";

export function Score({ left }: { left: number }) {
  return (
    <span class="score" data-won={left === 0} aria-hidden="true">
      {left || 98}
      {left === 0 && <Icon name="check" />}
    </span>
  );
}
