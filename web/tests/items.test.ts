// What paired devices share: each thing a text of its own, taken in by another device without losing anything there.
import { beforeEach, expect, test, vi } from "vitest";

const load = async () => ({
  items: await import("../src/devices/items"),
  seats: await import("../src/net/seats"),
  solved: await import("../src/history/solved"),
  days: await import("../src/history/days"),
  crews: await import("../src/history/crews"),
});

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});

test("what one device has, another one takes in, and both then have the same", async () => {
  const one = await load();
  one.seats.keepSeat("BCDFGH", { token: "t", edition: "extreme", players: 2 });
  one.solved.noteTry("room-1", true, { value: 1500, deviation: 200, volatility: 0.06 });
  one.solved.noteRun(4);
  one.days.begin("2026-11-15", "solo", "BCDFGH.1");
  one.crews.keepCrew("JJJJJJJJJJJJ", { token: "secret" });
  const texts = one.items.itemsHere();
  localStorage.clear();
  vi.resetModules();
  const other = await load();
  other.solved.noteTry("room-2", false, null);
  other.items.takeItems(texts);
  expect(other.seats.ownSeats.value["BCDFGH"]).toMatchObject({ token: "t", edition: "extreme", players: 2 });
  expect(other.solved.kept.value.solved).toEqual({ "room-1": true, "room-2": false });
  expect(other.solved.kept.value.best).toBe(4);
  expect(other.solved.kept.value.rating?.deviation).toBe(200);
  expect(other.days.tryOf("2026-11-15", "solo")?.id).toBe("BCDFGH.1");
  expect(other.crews.ownCrews.value["JJJJJJJJJJJJ"]?.token).toBe("secret");
  expect(new Set(other.items.itemsHere())).toEqual(
    new Set([...texts.filter((text) => !text.includes("JJJJ")), '["puzzle","room-2",false]', texts.at(-1)]),
  );
});

/** Which of two tries a device keeps that hears of one after the other. */
const keptOf = async (first: object, second: object): Promise<string | undefined> => {
  localStorage.clear();
  vi.resetModules();
  const { items, days } = await load();
  for (const one of [first, second]) items.takeItems([JSON.stringify(["try", "2026-11-15", "solo", one])]);
  return days.tryOf("2026-11-15", "solo")?.id;
};

test("of two first tries at a deal both devices keep the same one, a finished one first", async () => {
  const running = { id: "AAAAAA.1", result: null, left: 0, hints: 0 };
  const over = { id: "BBBBBB.1", result: "won", left: 0, hints: 0 };
  const later = { id: "CCCCCC.1", result: "lost", left: 9, hints: 0 };
  expect(await keptOf(running, over)).toBe("BBBBBB.1");
  expect(await keptOf(over, running)).toBe("BBBBBB.1");
  expect(await keptOf(over, later)).toBe("BBBBBB.1");
  expect(await keptOf(later, over)).toBe("BBBBBB.1");
});

const seat = (code: string): string => JSON.stringify(["seat", code, { token: "x", edition: "base", players: 1 }]);

test("nonsense is left out, and a seat that is here already stays", async () => {
  const { items, seats, solved } = await load();
  seats.keepSeat("BCDFGH", { token: "mine" });
  items.takeItems(["", "{", "null", "[]", '["game",{}]', '["seat","<b>",{}]', seat("bad code"), seat("BCDFGH")]);
  expect(Object.keys(seats.ownSeats.value)).toEqual(["BCDFGH"]);
  expect(seats.seatToken("BCDFGH")).toBe("mine");
  expect(solved.kept.value.solved).toEqual({});
});

test("two texts that differ have different marks", async () => {
  const { items } = await load();
  const marks = Array.from({ length: 20_000 }, (_, number) => items.markOf(`["puzzle","room-${number}",true]`));
  expect(new Set(marks).size).toBe(marks.length);
});
