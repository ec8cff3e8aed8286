import { expect, it } from "vitest";
import { layOf, readMove, writeMove } from "../src/base/move";

it("reads and writes a move", () => {
  expect(readMove("37A")).toEqual({ card: 37, pile: "A" });
  expect(readMove("end")).toBe("end");
  for (const text of ["2D", "99B", "end"]) expect(writeMove(readMove(text))).toBe(text);
});

it("has a card and a pile where there is one", () => {
  expect(layOf({ card: 37, pile: "A" })).toEqual({ card: 37, pile: "A" });
  for (const none of ["end", "undo", null, undefined] as const) expect(layOf(none)).toEqual({});
});
