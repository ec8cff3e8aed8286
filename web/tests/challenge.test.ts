// A deal to beat survives its address, and nothing else is taken for one.
import { expect, it } from "vitest";
import { readChallenge, writeChallenge, type Challenge } from "../src/history/challenge";

const challenge: Challenge = {
  rules: { edition: "extreme", players: 3 },
  seed: "18446744073709551615",
  levels: ["champion", "champion"],
  name: "Zoé 🂡",
  left: 12,
  link: "1AbC-_9",
};

it("is read back as it was written, in letters that an address carries", () => {
  const text = writeChallenge(challenge);
  expect(text).toMatch(/^[\w-]+$/);
  expect(readChallenge(text)).toEqual(challenge);
});

it("is refused when it is damaged", () => {
  const text = writeChallenge(challenge);
  const broken = ["", "x", text.slice(0, -5), `${text}!`, btoa("[1]"), btoa('[1,{},"x",[],"",0,""]'), btoa("null")];
  expect(broken.map(readChallenge)).toEqual(broken.map(() => null));
});
