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
  const table = { seats } as unknown as Parameters<typeof initialOf>[0];
  expect(names.map((_, seat) => initialOf(table, seat))).toEqual(letters);
});

test.each([
  ["risk.all", "stuck" as const],
  ["turn.cover", null],
])("a turn that cannot end says %s where a card on the pile costs %s", (key, loses) => {
  const due = { ...pileView("A", 10), mark: "skull" as const, due: true };
  const option: Option = { pile: "A", ok: true, jump: 1, retro: false, refusal: null, rule: null, loses };
  const hand = [{ card: 20, mark: null, options: [option] }];
  const said = whoseTurn(table({ you: 0, game: game({ to_lay: 0, end_loses: "skull", piles: [due], hand }) }));
  expect(said).toBe(key === "risk.all" ? t("risk.all") : t(key, { name: commandName("skull"), pile: "A" }));
});
