// How far a pile has gone between 1 and 100, and how far the picked card would take it.
import { cardStyle } from "../base/hue";
import type { PileView } from "../base/protocol";

interface Props {
  pile: PileView;
  preview: number | null;
}

export function Gauge({ pile, preview }: Props) {
  const gone = pile.rising ? pile.top - 1 : 100 - pile.top;
  const next = preview === null ? gone : pile.rising ? preview - 1 : 100 - preview;
  const size = {
    ...cardStyle(pile.bare ? 50 : pile.top),
    "--gone": `${Math.min(gone, next)}%`,
    "--step": `${Math.abs(next - gone)}%`,
  };
  return (
    <span class="gauge" style={size} aria-hidden="true">
      <i class="gauge-gone" />
      <i class="gauge-step" />
    </span>
  );
}
