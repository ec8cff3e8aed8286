import { afterEach, expect, test, vi } from "vitest";
import { prefer, preferences } from "../src/preferences/preferences";
import { forget, keepsNothing, read, write } from "../src/base/storage";

afterEach(() => {
  vi.restoreAllMocks();
  forget("nonante.test");
});

function refuse(): void {
  vi.spyOn(localStorage, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
}

test("what the browser refuses to keep is remembered until the page is closed", () => {
  refuse();
  expect(write("nonante.test", { cards: [2, 3] })).toBe(false);
  expect(keepsNothing.value).toBe(true);
  expect(read("nonante.test")).toEqual({ cards: [2, 3] });
  vi.restoreAllMocks();
  expect(write("nonante.test", 4)).toBe(true);
  expect(localStorage.getItem("nonante.test")).toBe("4");
});

test("something that is no JSON reads as nothing", () => {
  localStorage.setItem("nonante.test", "{");
  expect(read("nonante.test")).toBeNull();
});

test("a preference changes although storage is full", () => {
  refuse();
  prefer({ name: "Ada" });
  expect(preferences.value.name).toBe("Ada");
});

test("no module but this one touches the browser's storage", () => {
  const sources = import.meta.glob("../src/**/*.{ts,tsx}", { query: "?raw", import: "default", eager: true });
  const touching = Object.entries(sources).filter(([, text]) => /(local|session)Storage\./.test(text as string));
  expect(touching.map(([path]) => path)).toEqual([]);
  expect(Object.keys(sources).length).toBeGreaterThan(100);
});
