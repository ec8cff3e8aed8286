// Figures in sentences and beside them: a minus is a minus in every language, never a hyphen.
import { beforeEach, expect, test, vi } from "vitest";
import { refusalText } from "../src/base/notice";
import { alsoSpeak, decimal, figure, LANGUAGES, lost, percents, say, signed, speak, t } from "../src/base/text";
import { stepText } from "../src/base/view";

const texts = import.meta.glob<object>("../../src/nonante/texts/*.json", { eager: true, import: "default" });

beforeEach(async () => {
  vi.stubGlobal("fetch", async (url: string) => {
    return new Response(JSON.stringify(texts[`../../src/nonante/texts/${url.split("/").at(-1)}`]));
  });
  await alsoSpeak("hint");
});

test.each(LANGUAGES)("figures below zero have a minus sign: %s", async (language) => {
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

test("changes are signed", async () => {
  await speak("fr");
  expect([24, 0, -0, -10, -0.66].map(signed)).toEqual(["+24", "0", "0", "−10", "−0,7"]);
  expect([stepText(true, 3), stepText(false, 3), stepText(false, -10)]).toEqual(["+3", "−3", "+10"]);
  expect(figure(-3)).toBe("−3");
});

test.each([
  ["en", "73%"],
  ["fr", "73\u202f%"],
  ["de", "73\u00a0%"],
] as const)("percents are written the way the language does: %s", async (language, written) => {
  await speak(language);
  expect(percents(73)).toBe(written);
  expect(say("hint.chance-alone", { chance: 73 })).toContain(written);
});

test("nothing lost is 0 points, and never a nought with a minus sign", async () => {
  await alsoSpeak("after");
  await speak("en");
  expect(decimal(-0.04)).toBe("0.0");
  expect(t("review.fine", lost(0.04))).toBe("A good turn (0 points).");
  expect(t("review.fine", lost(1.26))).toBe("A good turn (−1.3 points).");
});

test("the reason of a refusal is told in the language of the sentence", async () => {
  const because = { key: "cause.format", details: { format: "nonante-record" } };
  const record = { code: "record", rule: "", text: "not a game record: the mark nonante-record is missing" };
  await speak("de");
  expect(refusalText({ ...record, details: { why: "the mark nonante-record is missing", because } })).toBe(
    "Das ist keine Spielaufzeichnung: die Kennung „nonante-record“ fehlt.",
  );
  expect(refusalText({ ...record, details: { why: "anything else" } })).toBe(
    "Das ist keine Spielaufzeichnung: etwas ist schiefgegangen.",
  );
});
