// The cards, and the colour of each: hue, lightness and chroma (oklch) by its number, straight lines between these stops.
/** How many there are, from 2 to 99. */
export const CARDS = 98;

const STOPS: readonly (readonly [number, number, number, number])[] = [
  [2, 304, 0.5, 0.17],
  [16, 278, 0.51, 0.165],
  [30, 248, 0.53, 0.145],
  [43, 200, 0.55, 0.11],
  [55, 160, 0.55, 0.13],
  [64, 140, 0.575, 0.15],
  [67, 122, 0.605, 0.14],
  [70, 94, 0.64, 0.134],
  [75, 80, 0.645, 0.14],
  [84, 58, 0.62, 0.155],
  [92, 38, 0.58, 0.18],
  [99, 20, 0.54, 0.19],
];

export interface CardColour {
  light: number;
  chroma: number;
  hue: number;
}

export function colourOf(value: number): CardColour {
  const after = STOPS.findIndex(([stop]) => stop >= value);
  const [low, high] = [STOPS[Math.max(0, after - 1)], STOPS[after] ?? STOPS.at(-1)];
  if (!low || !high) throw new Error("no stops");
  const share = low[0] === high[0] ? 0 : (value - low[0]) / (high[0] - low[0]);
  const at = (part: 1 | 2 | 3): number => low[part] + (high[part] - low[part]) * Math.min(1, share);
  return { hue: at(1), light: at(2), chroma: at(3) };
}

/** What the styles of anything in the colour of a card need. */
export function cardStyle(value: number): Record<`--${string}`, number> {
  const { hue, light, chroma } = colourOf(value);
  return { "--value": value, "--hue": hue, "--light": light, "--chroma": chroma };
}
