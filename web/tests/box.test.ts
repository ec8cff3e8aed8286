import { describe, expect, it } from "vitest";
import {
  boxPath,
  boxOf,
  countIn,
  keepBox,
  keptBox,
  lacking,
  lackingIn,
  ownerOf,
  readBox,
  writeBox,
} from "../src/opening/box";
import { newSettings, withRules } from "../src/opening/options";
import { KINDS } from "../src/base/protocol";

const whole = boxOf((kind) => [0, 1, 2, 3].map((n) => 2 + KINDS.indexOf(kind) * 4 + n));
const short = { ...whole, skull: [6, 7] };

describe("a box", () => {
  it("goes through a link unchanged, whole or not", () => {
    for (const box of [whole, short, boxOf(() => [])]) expect(readBox(writeBox(box))).toEqual(box);
    const link = new URL(boxPath(whole), "https://table.test");
    expect([link.pathname, readBox(link.hash.slice(1))]).toEqual(["/box", whole]);
  });

  it("is not read from something else", () => {
    for (const text of ["", "02", "0203-", "a-b-c-d-e-f-g", "2-3-4-5-6-7-8", writeBox(whole).slice(2, -1)]) {
      expect(readBox(text)).toBeNull();
    }
  });

  it("is kept in this browser, and empty where nothing or nonsense is kept", () => {
    expect(countIn(keptBox())).toBe(0);
    keepBox(short);
    expect(keptBox()).toEqual(short);
    localStorage.setItem("nonante.box", "{}");
    expect(countIn(keptBox())).toBe(0);
  });

  it("says which command lacks numbers, and whose a number is", () => {
    expect(lacking(whole)).toBeUndefined();
    expect(lacking(short)).toBe("skull");
    expect([ownerOf(whole, 6), ownerOf(short, 8)]).toEqual(["skull", undefined]);
    const settings = newSettings("extreme", 3);
    expect(lackingIn(settings)).toBeNull();
    expect(lackingIn(withRules(settings, { commands: "house" }))).toBeNull();
    expect(lackingIn(withRules(settings, { commands: whole }))).toBeNull();
    expect(lackingIn(withRules(settings, { commands: short }))).toEqual({ kind: "skull", count: 2 });
  });
});
