// How many cards are laid: our 9 and 8, drawn cell by cell from violet to red. It counts, and knows no single card.
import { colourOf } from "../base/hue";
import { DIGIT_STEP, DIGITS } from "./Numeral";
import "./laid.css";

/** How many cells each stroke of 9 and 8 has, as long as it is. */
const CELLS = [13, 29, 26, 30];
const STROKES = [9, 8].flatMap((digit, n) =>
  (DIGITS[digit] ?? "").split(/(?=M)/).map((path) => ({ path, shift: n * DIGIT_STEP })),
);
/** So many cells share a colour. */
const SHADE = 5;

interface Shade {
  stroke: number;
  from: number;
  to: number;
  card: number;
}

const SHADES: Shade[] = CELLS.flatMap((cells, stroke) => {
  const first = 2 + CELLS.slice(0, stroke).reduce((sum, one) => sum + one, 0);
  return Array.from({ length: Math.ceil(cells / SHADE) }, (_, n) => {
    const [from, to] = [n * SHADE, Math.min(cells, (n + 1) * SHADE)];
    return { stroke, from, to, card: first + Math.floor((from + to) / 2) };
  });
});

const dashes = (from: number, count: number): string => `0 ${from + 0.1} ${"0.8 0.2 ".repeat(count)}0 99`;

export function Laid({ count, loads = false }: { count: number; loads?: boolean }) {
  let rest = count;
  return (
    <svg class="laid-mark" viewBox="-2 -2 126 104" data-loads={loads} data-count={count} aria-hidden="true">
      {STROKES.map(({ path, shift }, n) => (
        <path key={n} d={path} pathLength={CELLS[n]} transform={`translate(${shift} 0)`} stroke-dasharray="0.8 0.2" />
      ))}
      {SHADES.map(({ stroke, from, to, card }, n) => {
        const shown = Math.max(0, Math.min(rest, to - from));
        rest -= shown;
        const { light, chroma, hue } = colourOf(card);
        const { path = "", shift = 0 } = STROKES[stroke] ?? {};
        return (
          shown > 0 && (
            <path
              key={`laid-${n}`}
              d={path}
              pathLength={CELLS[stroke]}
              transform={`translate(${shift} 0)`}
              stroke-dasharray={dashes(from, shown)}
              style={{ stroke: `oklch(${light + 0.06} ${chroma} ${hue})`, "--n": n }}
            />
          )
        );
      })}
    </svg>
  );
}
