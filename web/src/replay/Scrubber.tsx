// The turns as a native range: it reaches as far as one has watched, so that its length gives nothing away.
import { t } from "../base/text";
import { turnText } from "./telling";
import type { Watching } from "./watching";

interface Props {
  watching: Watching;
  /** What is said beside the turn. */
  more?: string;
}

export function Scrubber({ watching, more = "" }: Props) {
  const last = watching.open ? watching.turns.length : Math.max(1, watching.seen.value);
  return (
    <label class="scrubber">
      <span class="unseen">{t("replay.scrub")}</span>
      <input
        type="range"
        min="0"
        max={last}
        value={watching.turn.value}
        aria-valuetext={[turnText(watching), more].filter(Boolean).join(", ")}
        data-testid="replay-range"
        onInput={(event) => watching.goTurn(Number(event.currentTarget.value))}
      />
    </label>
  );
}
