// Commands are shapes: ⚡ jagged, ∞ round with a ring, fire a drop. The picture inside tells the kind.
import { shapeOf, type Shape } from "../base/view";
import type { MarkName } from "../base/protocol";

const OUTLINES: Record<Shape, string> = {
  bolt: "M20 1l4.600 5.400 6.700-2.300 1.300 7 7 1.300-2.300 6.700L42 24l-5.400 4.600 2.300 6.700-7 1.300-1.300 7-6.700-2.300L20 46l-4.600-4.700-6.700 2.300-1.300-7-7-1.300 2.300-6.700L-2 24l5.400-4.900-2.300-6.700 7-1.300 1.300-7 6.700 2.300Z",
  loop: "M20 4a20 20 0 1 1 0 40a20 20 0 0 1 0-40Z",
  flame: "M21 1c3 8 15 14 15 27a16 16 0 0 1-32 0c0-8 5-11 7-17 3 2 4 4 5 7 4-4 6-10 5-17Z",
};

// Each in a field of 24 by 24.
const PICTURES: Record<MarkName, string> = {
  stop: "M8 3h8l5 5v8l-5 5H8l-5-5V8ZM8 12h8",
  skull:
    "M12 3a8 8 0 0 0-8 8c0 3 1.500 5 3.500 6v3.500h9V17c2-1 3.500-3 3.500-6a8 8 0 0 0-8-8ZM9 11.500v.100M15 11.500v.100M10.700 17.500v3M13.300 17.500v3",
  three: "M5 6v12M12 6v12M19 6v12",
  silence: "M4 9h4l5-4v14l-5-4H4ZM17 9.500l4.500 5M21.500 9.500l-4.500 5",
  "no-retro": "M20 17v-2a5 5 0 0 0-5-5H5M9 5.500 4.500 10 9 14.500M4 21 20 3",
  "one-pile": "M8 4h8v11H8ZM8 18h8M8 21h8",
  "draw-one": "M5 4h9v13H5ZM18 9v8M18 21v.100M14 21h-6",
  fire: "M12 19a4 4 0 0 1-3-6.500c1-1.200 2.500-2.500 2.500-5 3 2 4.500 4 4.500 7a4 4 0 0 1-4 4.500Z",
};

export function Badge({ mark }: { mark: MarkName }) {
  const shape = shapeOf(mark);
  return (
    <svg class={`badge badge-${shape}`} viewBox="-6 -3 52 54" aria-hidden="true">
      {shape === "loop" && <circle class="badge-ring" cx="20" cy="24" r="23.500" />}
      <path class="badge-shape" d={OUTLINES[shape]} />
      <path class="badge-picture" d={PICTURES[mark]} transform="translate(6 10) scale(1.17)" />
    </svg>
  );
}
