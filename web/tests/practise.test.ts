import { describe, expect, it } from "vitest";
import { CHAPTERS } from "../src/lesson/chapters";
import { practise } from "../src/puzzles/themes";
import { practiseAt } from "../src/stats/practise";
import type { PuzzleInfo } from "../src/base/protocol";

describe("a kind of mistake is practised", () => {
  it("at the puzzles of its theme", () => {
    expect(practiseAt("ten-back")).toBe("/puzzles#ten");
    expect(practiseAt("more")).toBe("/puzzles#wait");
    expect(practiseAt("room")).toBe("/puzzles#room");
  });

  it("else in a chapter of the lesson, else at all puzzles", () => {
    for (const kind of ["fewer", "signal"] as const) {
      const [page, chapter] = practiseAt(kind).split("#");
      expect(page).toBe("/learn");
      expect(CHAPTERS.filter(({ part }) => part === 3).map(({ name }) => name)).toContain(chapter);
    }
    expect(practiseAt("command")).toBe("/puzzles");
    expect(practiseAt("cards")).toBe("/puzzles");
  });

  it("with the first puzzle of the theme that is open; no theme, no puzzle", () => {
    const list = (["room", "ten", "ten"] as const).map(
      (theme, n) => ({ name: `p${n}`, theme, rating: 900, edition: "base", players: 1 }) as PuzzleInfo,
    );
    expect(practise(list, "ten")?.name).toBe("p1");
    expect(practise(list, "")).toBeUndefined();
  });
});
