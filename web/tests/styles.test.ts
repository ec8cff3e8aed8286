// The stylesheets keep to the tokens: sizes, weights and layouts have names, and no rule hangs on the order of imports.
import { expect, test } from "vitest";

const short = (files: Record<string, string>): Map<string, string> =>
  new Map(Object.entries(files).map(([path, text]) => [path.replace("../src/", ""), text]));
const WHOLE = short(import.meta.glob<string>("../src/**/*.css", { query: "?raw", import: "default", eager: true }));
const CODE = short(import.meta.glob<string>("../src/**/*.{ts,tsx}", { query: "?raw", import: "default", eager: true }));
const SHEETS = new Map([...WHOLE].map(([name, text]) => [name, text.replaceAll(/\/\*[\s\S]*?\*\//g, "")]));
const SMALL = "(width < 600px)";
const LAYOUTS = [
  SMALL,
  `${SMALL} and (height >= 760px)`,
  "(height <= 500px) and (width >= 560px)",
  "(width >= 900px) and (height > 500px)",
  "(width >= 1200px) and (height > 500px)",
];
const WIDE_OR_FLAT = `${LAYOUTS[3]!}, ${LAYOUTS[2]!}`;
const WISHES = ["(prefers-contrast: more)", "(prefers-reduced-motion: reduce)"];

/** What is found in any sheet but those, as "file: match". */
function found(pattern: RegExp, but: string[] = []): string[] {
  return [...SHEETS].flatMap(([name, text]) =>
    but.includes(name) ? [] : [...text.matchAll(pattern)].map((match) => `${name}: ${match[1] ?? match[0]}`),
  );
}

const SIZE = /^var\(--size-(label|note|body|lead|section|title|verdict|display)\)$/;
const WEIGHT = /^var\(--weight-(text|label|strong|title)\)$/;
const ON_CARDS = /cqw|var\(--u\)/; // names on cards are measured in the card

const values = (property: string): string[] => found(new RegExp(`(?<!-)\\b${property}: ([^;]+);`, "g"));

const wrong = (property: string, right: RegExp): string[] =>
  values(property).filter((one) => {
    const value = one.slice(one.indexOf(": ") + 2);
    return !right.test(value) && value !== "inherit" && !ON_CARDS.test(value);
  });

test("type has eight sizes and four weights", () => {
  expect(wrong("font-size", SIZE)).toEqual(["styles/base.css: clamp(100%, min(1.05vw, 1.85vh), 125%)"]); // of a rem
  expect(wrong("font-weight", WEIGHT).filter((one) => !one.endsWith("200 1000"))).toEqual([]);
  const together = /^var\(--weight-\w+\) var\(--size-\w+\) \/ [\d.]+(rem)? var\(--font\)$/;
  expect(wrong("font", together)).toEqual([]);
  const tokens = SHEETS.get("styles/tokens.css") ?? "";
  expect(new Set([...tokens.matchAll(/--size-\w+(?=:)/g)].map(([name]) => name)).size).toBe(8);
  expect(new Set([...tokens.matchAll(/--weight-\w+(?=:)/g)].map(([name]) => name)).size).toBe(4);
});

test("a page has four layouts", () => {
  const conditions = found(/@media ([^{]+?)\s*\{/g).map((one) => one.slice(one.indexOf(": ") + 2));
  expect(conditions.filter((one) => ![...LAYOUTS, WIDE_OR_FLAT, ...WISHES].includes(one))).toEqual([]);
  const queries = [...CODE.values()]
    .flatMap((text) => [...text.matchAll(/matchMedia\("([^"]+)"\)/g)].map(([, query = ""]) => query))
    .filter((query) => /width|height/.test(query));
  expect(queries.filter((one) => !LAYOUTS.includes(one))).toEqual([]);
});

test("an icon is styled in one file", () => {
  expect(found(/\.icon\b/g, ["styles/icon.css"])).toEqual([]);
});

test("what is shared lies in a layer below all components, whatever is loaded first", () => {
  const shared = [...SHEETS.keys()].filter((name) => name.startsWith("styles/") && name !== "styles/index.css");
  const layered = [...(SHEETS.get("styles/index.css") ?? "").matchAll(/@import "\.\/([\w-]+\.css)" layer\(shared\);/g)];
  expect(layered.map(([, name]) => `styles/${name}`).toSorted()).toEqual(shared.toSorted());
  const imports = [...CODE].flatMap(([name, text]) =>
    [...text.matchAll(/import "([^"]*styles\/[^"]+)"/g)].map(([, sheet]) => `${name}: ${sheet}`),
  );
  expect(imports).toEqual(["main.tsx: ./styles/index.css"]);
});

/** The selectors of rules that stand alone or in a condition, not within another rule. */
function outer(text: string): string[] {
  const heads: string[] = [];
  const open: boolean[] = []; // whether each block around is a rule
  for (const [, head = "", brace] of text.matchAll(/([^{};]*)([{};])/g)) {
    const rule = !head.trim().startsWith("@");
    if (brace === "{" && rule && !open.includes(true)) heads.push(...head.split(","));
    if (brace === "{") open.push(rule);
    if (brace === "}") open.pop();
  }
  return heads.map((one) => one.trim());
}

test("a component's class belongs to one file", () => {
  const owners = new Map<string, Set<string>>();
  for (const [name, text] of SHEETS) {
    if (name.startsWith("styles/")) continue;
    for (const selector of outer(text).filter((one) => /^\.[\w-]+$/.test(one))) {
      owners.set(selector, (owners.get(selector) ?? new Set()).add(name));
    }
  }
  expect(owners.size).toBeGreaterThan(100);
  expect([...owners].filter(([, files]) => files.size > 1).map(([name]) => name)).toEqual([]);
});

test("no colour of an action is gold, and none but the tokens names it", () => {
  expect(found(/#d99532|#ffb54f|#ffa24a/gi, ["styles/tokens.css"])).toEqual([]);
});

test("there is no more style than there was", () => {
  const lines = [...WHOLE.values()].reduce((sum, text) => sum + text.split("\n").length - 1, 0);
  expect(lines).toBeLessThanOrEqual(6285);
});
