// What is told of a day: how its games went, in words and in shapes, never a card.
import { beforeEach, describe, expect, it, vi } from "vitest";
import { courseOf, courseShapes, courseWords, isCourse, type Phase } from "../src/history/course";
import { begin, beginWithFriends, forgetDays, keepCourse, tryOf } from "../src/history/days";
import { askCourses, shareText } from "../src/daily/share";
import { forgetGames, keepGame } from "../src/history/history";
import { alsoSpeak, speak, type Language } from "../src/base/text";
import { game, seat, table } from "./tables";

const DAY = "2026-11-15";
const turn = (played: number, ...moves: string[]) => ({ played, moves: [...moves, "end"] }) as never;
const phases = (text: string): Phase[] =>
  [...text].map((sign) => ({ f: "fine", t: "tight", s: "slim" })[sign] as Phase);

const texts = import.meta.glob<object>("../../src/nonante/texts/*.json", { eager: true, import: "default" });

const text = (url: string) => texts[`../../src/nonante/texts/${url.split("/").at(-1)}`];

async function talk(language: Language): Promise<void> {
  vi.stubGlobal("fetch", async (url: string) => new Response(JSON.stringify(text(url))));
  await speak(language);
  await alsoSpeak("after");
}

beforeEach(() => {
  forgetDays();
  forgetGames();
});

describe("the course of a game", () => {
  it("has a phase for each tenth of the cards laid", () => {
    const turns = [turn(80, "2A", "3A"), turn(60, "4A", "5A", "6A", "7A"), turn(59, "8A", "9A"), turn(3, "10A", "11A")];
    expect(courseShapes(courseOf({ turns }))).toBe("🟩🟩🟩🟩🟩🟩🔶🔶🔻🔻");
  });

  it("is none where no card was laid, and short games have ten phases too", () => {
    expect(courseOf({ turns: [turn(0)] })).toEqual([]);
    expect(courseShapes(courseOf({ turns: [turn(20, "50A")] }))).toBe("🔶".repeat(10));
  });

  it("is told from a file only as ten phases", () => {
    expect([phases("ffffffttss"), phases("ff"), ["x"], "f"].map(isCourse)).toEqual([true, false, false, false]);
  });

  it.each([
    ["en", "fine for 55 cards, tight from there", "fine for 18 cards, then up and down, little hope at the end"],
    [
      "fr",
      "tranquille pendant 55 cartes, serré ensuite",
      "tranquille pendant 18 cartes, puis des hauts et des bas, peu d’espoir à la fin",
    ],
    ["de", "55 Karten lang gut, danach eng", "18 Karten lang gut, dann auf und ab, am Ende kaum Hoffnung"],
  ] as const)("is told in words: %s", async (language, two, many) => {
    await talk(language);
    expect(courseWords(phases("fffffftttt"), 91)).toBe(two);
    expect(courseWords(phases("fftffttsss"), 91)).toBe(many);
  });

  it("is told as a whole, and by three parts", async () => {
    await talk("en");
    expect(courseWords(phases("ffffffffff"), 98)).toBe("fine all the way");
    expect(courseWords(phases("fffffttsss"), 80)).toBe("fine for 40 cards, then tight, little hope at the end");
  });
});

describe("what is told of a day", () => {
  const over = table({ seats: [seat("Zoé")], game: game({ status: "lost", score: 7, reason: "stuck" }) });

  it("is told at once, and with its course once that has come", async () => {
    await talk("en");
    begin(DAY, "solo", "BCDFGH.1");
    keepGame(over);
    expect(shareText(DAY, "LINK", "shapes")).toBe("nonante · Nov 15, 2026\nSolo: 7 left *\nLINK");
    const turns = [turn(70, "2A"), turn(10, "3A")];
    const asked = vi.fn<typeof fetch>(async () => new Response(JSON.stringify({ turns })));
    vi.stubGlobal("fetch", asked);
    await askCourses(DAY);
    await askCourses(DAY);
    expect(asked).toHaveBeenCalledTimes(1);
    expect(asked.mock.calls[0]?.[1]).toMatchObject({ body: '{"game":"BCDFGH-1"}' });
    expect(shareText(DAY, "LINK", "words")).toContain(
      "Solo: 7 left *\nfine for 46 cards, little hope from there\nLINK",
    );
    expect(shareText(DAY, "LINK", "shapes")).toContain("\n🟩🟩🟩🟩🟩🔻🔻🔻🔻🔻\nLINK");
  });

  it("does without the course of a game that is gone", async () => {
    await talk("en");
    begin(DAY, "solo", "BCDFGH.1");
    keepGame(over);
    vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ refusal: { text: "" } }), { status: 404 }));
    await askCourses(DAY);
    expect(shareText(DAY, "LINK", "words")).toContain("7 left *\nLINK");
  });
});

describe("the team's deal with friends", () => {
  it("is the try of everybody who sits there, from its start, once", () => {
    beginWithFriends(table({ game: game() }));
    expect(tryOf(DAY, "team")).toBeUndefined();
    beginWithFriends(table({ game: game({ day: DAY }) }));
    beginWithFriends(table({ code: "XXXXXX", game: game({ day: DAY }) }));
    expect(tryOf(DAY, "team")).toMatchObject({ id: "BCDFGH.1", result: null });
    keepCourse(DAY, "solo", phases("ffffffffff"));
    expect(tryOf(DAY, "solo")).toBeUndefined();
  });
});
