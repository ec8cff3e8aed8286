import { expect, test } from "vitest";
import { initialOf } from "../src/base/view";

test.each([
  [
    ["Zoé", "Ann"],
    ["Z", "A"],
  ],
  [
    ["Maximilian", "Zoé", "Marguerite", "Ma"],
    ["Mx", "Z", "Mr", "Ma"],
  ],
  [
    ["Ann", "anna"],
    ["An", "Aa"],
  ],
  [["élodie"], ["É"]],
])("letters tell %j apart", (names, letters) => {
  const seats = names.map((name) => ({ name }));
  const table = { seats } as unknown as Parameters<typeof initialOf>[0];
  expect(names.map((_, seat) => initialOf(table, seat))).toEqual(letters);
});
