// The client is a set of folders whose imports point one way; only the entry point lies beside them.
import { expect, test } from "vitest";

const sources = import.meta.glob<string>("../src/**/*.{ts,tsx}", { query: "?raw", import: "default", eager: true });
const folderOf = (path: string): string => path.split("/")[0] ?? "";

/** Folder -> the folders it imports from. */
function arrows(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [path, text] of Object.entries(sources)) {
    const from = path.replace("../src/", "");
    for (const [, target] of text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)) {
      const to = new URL(target ?? "", `https://x/${from}`).pathname.slice(1);
      if (!to.includes("/") || folderOf(to) === folderOf(from)) continue;
      found.set(folderOf(from), (found.get(folderOf(from)) ?? new Set()).add(folderOf(to)));
    }
  }
  return found;
}

/** Take away folders that import none of the rest, until nothing is left, or only cycles. */
function cyclic(graph: Map<string, Set<string>>): string[] {
  const left = new Set(graph.keys());
  for (let before = -1; before !== left.size;) {
    before = left.size;
    for (const folder of left) if (![...(graph.get(folder) ?? [])].some((to) => left.has(to))) left.delete(folder);
  }
  return [...left];
}

test("no folders import each other in a circle", () => {
  expect(arrows().size).toBeGreaterThan(15);
  expect(cyclic(arrows())).toEqual([]);
  expect(
    cyclic(
      new Map([
        ["a", new Set(["b"])],
        ["b", new Set(["a"])],
      ]),
    ),
  ).toEqual(["a", "b"]);
});

test("only the entry point lies beside the folders", () => {
  const loose = Object.keys(sources).filter((path) => path.split("/").length === 3);
  expect(loose).toEqual(["../src/main.tsx"]);
});
