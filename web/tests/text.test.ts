// Figures in sentences and beside them: a minus is a minus in every language, never a hyphen.
import { expect, test, vi } from "vitest";
import { decimal, figure, LANGUAGES, say, signed, speak } from "../src/text";
import { stepText } from "../src/view";

const texts = import.meta.glob<object>("../../src/nonante/texts/*.json", { eager: true, import: "default" });

test.each(LANGUAGES)("figures below zero have a minus sign: %s", async (language) => {
  vi.stubGlobal("fetch", async (url: string) => {
    return new Response(JSON.stringify(texts[`../../src/nonante/texts/${url.split("/").at(-1)}`]));
  });
  await speak(language);
  const said = say("hint.points", { value: -12, other: -20 });
  expect(said).toMatch(/−12\D+−20\D/);
  expect(said).not.toContain("-");
  expect(say("hint.cost-even", { cost: 7 })).toMatch(/ 7\D/);
  expect(decimal(-1.25)).toMatch(/^−1[.,]3$/);
});

test("what is no number stays as it was written", async () => {
  expect(say("hint.clears", { card: 12, pile: "A", command: "X-1" })).toContain("X-1");
});

test("changes are signed", () => {
  expect([24, 0, -0, -10].map(signed)).toEqual(["+24", "0", "0", "−10"]);
  expect([stepText(true, 3), stepText(false, 3), stepText(false, -10)]).toEqual(["+3", "−3", "+10"]);
  expect(figure(-3)).toBe("−3");
});
