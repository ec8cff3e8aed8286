// Slow games: how long a turn waits in words, what happened since, when the question about messages may be asked.
import { beforeEach, describe, expect, test, vi } from "vitest";
import { bytesOf, mayAsk, notNow, textOf, wanted } from "../src/preferences/push";
import { turnsSince } from "../src/table/Since";
import { lengthOf, waitedText } from "../src/slow/waited";
import type { TableView } from "../src/base/protocol";

const DAY = 86_400_000;

describe("the question about messages", () => {
  beforeEach(() => {
    wanted.value = null;
    vi.stubGlobal("isSecureContext", true);
    vi.stubGlobal("Notification", { permission: "default" });
    vi.stubGlobal("PushManager", {});
    Object.defineProperty(navigator, "serviceWorker", { value: {}, configurable: true });
  });

  test("comes once, and after Not now not again for 30 days", () => {
    expect(mayAsk()).toBe(true);
    notNow();
    expect(mayAsk()).toBe(false);
    expect(mayAsk(Date.now() + 29 * DAY)).toBe(false);
    expect(mayAsk(Date.now() + 31 * DAY)).toBe(true);
  });

  test("never comes to somebody who said yes, or whose browser refuses", () => {
    wanted.value = "yes";
    expect(mayAsk(Date.now() + 99 * DAY)).toBe(false);
    wanted.value = null;
    vi.stubGlobal("Notification", { permission: "denied" });
    expect(mayAsk()).toBe(false);
  });

  test("a clock that was set back does not silence it for ever", () => {
    wanted.value = Date.now() + 400 * DAY;
    expect(mayAsk()).toBe(true);
  });
});

test("keys are base64url without padding", () => {
  const bytes = Uint8Array.from([0xfb, 0xff, 0xfe, 0x00]);
  expect(textOf(bytes.buffer)).toBe("-__-AA");
  expect([...bytesOf("-__-AA")]).toEqual([...bytes]);
});

test("how long a turn waits", () => {
  expect(waitedText(null)).toBeNull();
  expect(waitedText(59)).toBe("waited.now");
  expect(waitedText(60)).toBe("waited");
  expect([60, 3599, 3600, 86_399, 86_400, 86_400 * 3.5].map(lengthOf)).toEqual([
    ["minutes", 1],
    ["minutes", 59],
    ["hours", 1],
    ["hours", 23],
    ["days", 1],
    ["days", 3],
  ]);
});

test("since: all turns but the last as sums, nothing once a card is laid", () => {
  const turn = { turn: 4, seat: 1, moves: [{ card: 9, pile: "A", mark: null, retro: false, jump: 3 }] };
  const sums = [
    { seat: 2, cards: 2, piles: ["B"] },
    { seat: 1, cards: 1, piles: ["A"] },
  ];
  const game = { status: "playing", laid: 0, turns: [turn], since: { turns: sums, steps: [] } };
  const at = (change: object) => turnsSince({ game: { ...game, ...change } } as unknown as TableView);
  expect(at({})).toEqual({ earlier: [sums[0]], last: turn });
  expect(at({ laid: 1 })).toEqual({ earlier: [], last: null });
  expect(at({ status: "won" })).toEqual({ earlier: [], last: null });
  expect(at({ since: null })).toEqual({ earlier: [], last: null });
});
