import { expect, test } from "vitest";
import type { Option } from "../src/base/protocol";
import { t } from "../src/base/text";
import { commandName, initialOf } from "../src/base/view";
import { whoseTurn } from "../src/session/news";
import { game, pileView, table } from "./tables";

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
  const around = { seats } as unknown as Parameters<typeof initialOf>[0];
  expect(names.map((_, seat) => initialOf(around, seat))).toEqual(letters);
});

test.each([
  ["stuck" as const, t("risk.all")],
  [null, t("turn.cover", { name: commandName("skull"), pile: "A" })],
])("a card on the pile to cover costs %s: the heading asks for it, or for nothing", (loses, said) => {
  const due = { ...pileView("A", 10), mark: "skull" as const, due: true };
  const option: Option = { pile: "A", ok: true, jump: 1, retro: false, refusal: null, rule: null, loses };
  const hand = [{ card: 20, mark: null, options: [option] }];
  expect(
    whoseTurn(table({ you: 0, game: game({ to_lay: 0, end_loses: "skull-uncovered", piles: [due], hand }) })),
  ).toBe(said);
});
