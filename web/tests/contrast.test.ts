// Every colour role against the grounds it stands on, in night, day and both high contrasts; and the numerals of all cards.
import { expect, test } from "vitest";
import { colourOf } from "../src/base/hue";
import TOKENS from "../src/styles/tokens.css?raw";

type Colour = [number, number, number, number];

const [PLAIN = "", STRONG = ""] = TOKENS.split("@media (prefers-contrast: more)");
const read = (text: string): Map<string, string> =>
  new Map([...text.matchAll(/^\s+--([\w-]+): ([^;]+);/gm)].map(([, name = "", value = ""]) => [name, value]));
const PLAIN_TOKENS = read(PLAIN);
const STRONG_TOKENS = new Map([...PLAIN_TOKENS, ...read(STRONG.split("@media")[0] ?? "")]);

interface Theme {
  tokens: Map<string, string>;
  light: boolean;
}
const THEMES: Record<string, Theme> = {
  night: { tokens: PLAIN_TOKENS, light: false },
  day: { tokens: PLAIN_TOKENS, light: true },
  "high contrast, dark": { tokens: STRONG_TOKENS, light: false },
  "high contrast, light": { tokens: STRONG_TOKENS, light: true },
};

function colour({ tokens, light }: Theme, name: string): Colour {
  const value = tokens.get(name) ?? "";
  const other = value.match(/^var\(--([\w-]+)\)$/)?.[1];
  if (other) return colour({ tokens, light }, other);
  const hex =
    value
      .match(/#[\da-f]+/g)
      ?.at(light ? 0 : -1)
      ?.slice(1) ?? "";
  const long = hex.length === 3 ? [...hex].map((one) => one + one).join("") : hex;
  const part = (at: number): number => Number.parseInt(long.slice(at, at + 2) || "ff", 16) / 255;
  if (long.length < 6) throw new Error(`--${name} is no colour: ${value}`);
  return [part(0), part(2), part(4), part(6)];
}

const over = (top: Colour, ground: Colour): Colour =>
  [0, 1, 2, 3].map((n) => (n === 3 ? 1 : (top[n] ?? 0) * top[3] + (ground[n] ?? 0) * (1 - top[3]))) as Colour;

const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);

function luminance([r, g, b]: Colour): number {
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

function ratio(one: Colour, other: Colour): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

/** Table and far edge, bare and under a panel; sheets and fields. The lamp has its own line below. */
function grounds(theme: Theme): Colour[] {
  const bare = ["table", "far"].map((name) => colour(theme, name));
  const panel = colour(theme, "panel");
  return [...bare, ...bare.map((one) => over(panel, one)), colour(theme, "sheet"), colour(theme, "field")];
}

const worst = (theme: Theme, role: string): number =>
  Math.min(...grounds(theme).map((ground) => ratio(colour(theme, role), ground)));

const TEXTS = ["text", "dim", "action-text", "rise", "fall", "good", "cost", "gift"];
const INKS = [
  ["on-action", "action"],
  ["on-action", "action-top"],
  ["on-cost", "cost-fill"],
  ["on-good", "good-fill"],
  ["on-gift", "gift-fill"],
  ["on-tag", "tag"],
  ["ground", "text"],
] as const;

test.each(Object.entries(THEMES))("%s: words can be read on every ground, edges seen", (_, theme) => {
  for (const role of TEXTS) expect(worst(theme, role), role).toBeGreaterThanOrEqual(4.5);
  expect(worst(theme, "edge"), "edge").toBeGreaterThanOrEqual(3);
  for (const [ink, fill] of INKS) {
    expect(ratio(colour(theme, ink), colour(theme, fill)), `${ink} on ${fill}`).toBeGreaterThanOrEqual(4.5);
  }
});

test("under the lamp, text and context can be read", () => {
  for (const theme of Object.values(THEMES)) {
    for (const role of ["text", "dim"]) {
      expect(ratio(colour(theme, role), colour(theme, "lamp")), role).toBeGreaterThanOrEqual(4.5);
    }
  }
});

test("high contrast is higher: text has all there is, the rest at least seven", () => {
  for (const name of ["high contrast, dark", "high contrast, light"]) {
    const theme = THEMES[name];
    if (!theme) throw new Error(name);
    for (const role of ["text", "dim", "edge"]) expect(worst(theme, role), role).toBeCloseTo(21);
    for (const role of TEXTS) expect(worst(theme, role), role).toBeGreaterThanOrEqual(7);
  }
});

/** From oklch to sRGB; what no screen shows is cut off. */
function srgb(light: number, chroma: number, hue: number): Colour {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const l = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (light - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const parts = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((part) => {
    const cut = Math.min(1, Math.max(0, part));
    return cut <= 0.0031308 ? 12.92 * cut : 1.055 * cut ** (1 / 2.4) - 0.055;
  });
  return [parts[0] ?? 0, parts[1] ?? 0, parts[2] ?? 0, 1];
}

const CARDS = Array.from({ length: 98 }, (_, n) => n + 2);
const WHITE: Colour = [1, 1, 1, 1];

test("white numerals stand out on every card, small figures on every tag", () => {
  const darker = Number(STRONG_TOKENS.get("darker"));
  for (const card of CARDS) {
    const { light, chroma, hue } = colourOf(card);
    expect(ratio(WHITE, srgb(light, chroma, hue)), `card ${card}`).toBeGreaterThanOrEqual(3);
    expect(ratio(WHITE, srgb(light - 0.1, chroma, hue)), `tag ${card}`).toBeGreaterThanOrEqual(4.5);
    expect(ratio(WHITE, srgb(light - darker, chroma, hue)), `card ${card}, high contrast`).toBeGreaterThanOrEqual(4.5);
  }
});

test("hues run one way through the deck, without a jump", () => {
  const hues = CARDS.map((card) => colourOf(card).hue);
  expect(hues[0]).toBe(304);
  expect(hues.at(-1)).toBe(20);
  for (const [n, hue] of hues.slice(1).entries()) {
    expect((hues[n] ?? 0) - hue).toBeGreaterThan(0);
    expect((hues[n] ?? 0) - hue).toBeLessThan(10);
  }
});
