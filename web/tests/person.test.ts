// What devices share, and who is told of turns: a device that gets a seat, or loses all of them, lets the server know.
import { beforeEach, expect, test, vi } from "vitest";
import { sync } from "../src/devices/person";
import { ask } from "../src/net/api";
import { Refusing } from "../src/net/refusing";
import { ownSeats, PERSON } from "../src/net/seats";
import { refresh } from "../src/preferences/push";

vi.mock("../src/net/api", () => ({ ask: vi.fn() }));
vi.mock("../src/preferences/push", () => ({ refresh: vi.fn(() => Promise.resolve()) }));

const SEAT = '["seat","BCDFGHJK",{"token":"secret","edition":"base","players":2,"at":0}]';
const answered = (items: string[]) => ({ devices: [], items, place: null, more: false });

beforeEach(() => {
  localStorage.setItem(PERSON, JSON.stringify({ person: "p", device: "d", token: "t", place: null, shared: [] }));
  vi.mocked(refresh).mockClear();
});

test("a device is told of the turns at a seat that another one shares", async () => {
  vi.mocked(ask).mockResolvedValue(answered([SEAT]));
  await sync();
  expect(Object.keys(ownSeats.value)).toEqual(["BCDFGHJK"]);
  expect(refresh).toHaveBeenCalledTimes(1);
  vi.mocked(ask).mockResolvedValue(answered(['["run",3]']));
  await sync();
  expect(refresh).toHaveBeenCalledTimes(1);
});

test("a device that was removed is told of no more turns", async () => {
  const refusal = { code: "device-removed", rule: "", details: {}, text: "" };
  vi.mocked(ask).mockRejectedValue(new Refusing(refusal));
  await expect(sync()).rejects.toThrow();
  expect(ownSeats.value).toEqual({});
  expect(refresh).toHaveBeenCalledTimes(1);
});
