// Ninety-eight little cards along the strokes of our own 9 and 8: the mark of a won game.
import { CARDS } from "../base/hue";
import { DIGIT_STEP, DIGITS } from "./Numeral";

/** Where a little card lies, in the units of the numerals, and how it is turned. */
export interface Place {
  x: number;
  y: number;
  degrees: number;
}

export const MARK_WIDTH = DIGIT_STEP + 56;
export const MARK_HEIGHT = 100;

interface Stroke {
  path: SVGPathElement;
  shift: number;
  length: number;
  closed: boolean;
}

let kept: Place[] | null = null;

/** The place of every card, from 2 to 99. */
export function markPlaces(): Place[] {
  kept ??= spread([...strokesOf(9, 0), ...strokesOf(8, DIGIT_STEP)]);
  return kept;
}

function strokesOf(digit: number, shift: number): Stroke[] {
  return (DIGITS[digit] ?? "").split(/(?=M)/).map((line) => {
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", line);
    return { path, shift, length: path.getTotalLength(), closed: line.includes("Z") };
  });
}

function spread(strokes: Stroke[]): Place[] {
  const total = strokes.reduce((sum, { length }) => sum + length, 0);
  const places: Place[] = [];
  for (const [n, stroke] of strokes.entries()) {
    const last = n === strokes.length - 1;
    const count = last ? CARDS - places.length : Math.round((CARDS * stroke.length) / total);
    for (let k = 0; k < count; k += 1)
      places.push(placeAt(stroke, (stroke.length * (k + (stroke.closed ? 0 : 0.3))) / count));
  }
  return places;
}

function placeAt({ path, shift, length }: Stroke, at: number): Place {
  const [from, to] = [path.getPointAtLength(Math.max(0, at - 0.5)), path.getPointAtLength(Math.min(length, at + 0.5))];
  const degrees = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  return { x: (from.x + to.x) / 2 + shift, y: (from.y + to.y) / 2, degrees };
}
