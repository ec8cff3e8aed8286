// Calendar dates: every time zone, both changes of the clock, midnight, a clock set back.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { barsOf } from "../src/daily/deals";
import { dayOf, daysInARow, isDay, longestRow, numberOf, plusDays, untilTomorrow } from "../src/history/dates";

// Node follows this variable when a date is made; the browser types do not know it.
declare const process: { env: Record<string, string | undefined> };
const zones = Intl.supportedValuesOf("timeZone");

function inZone<T>(zone: string, act: () => T): T {
  const before = process.env["TZ"];
  process.env["TZ"] = zone;
  try {
    return act();
  } finally {
    process.env["TZ"] = before;
  }
}

/** What the calendar on the wall of a zone shows, told by somebody else. */
const wall = (zone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short" });

describe("the day on a person's own calendar", () => {
  it("is right in every time zone, around every midnight of a year with both changes of the clock", () => {
    const moments = ["2026-03-08", "2026-03-29", "2026-10-25", "2026-11-01", "2026-12-31", "2028-02-29"].flatMap(
      (day) =>
        [0, 1, 5, 9, 10, 11, 12, 13, 14, 18, 22, 23].map(
          (hour) => new Date(Date.parse(day) + hour * 3_600_000 + 59_000),
        ),
    );
    for (const zone of zones) {
      const calendar = wall(zone);
      inZone(zone, () => {
        for (const moment of moments) expect(dayOf(moment), zone).toBe(calendar.format(moment));
      });
    }
  }, 30_000);

  it("has its next midnight after 23, 24 or 25 hours", () => {
    for (const zone of ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Santiago", "UTC"]) {
      inZone(zone, () => {
        for (let day = "2026-01-01"; day !== "2027-01-01"; day = plusDays(day, 1)) {
          const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
          const noon = new Date(year, month - 1, date, 12);
          const next = new Date(noon.getTime() + untilTomorrow(noon));
          expect(dayOf(new Date(next.getTime() - 1)), `${zone} ${day}`).toBe(day);
          expect(dayOf(next), `${zone} ${day}`).toBe(plusDays(day, 1));
        }
      });
    }
  });

  it("is counted by the calendar, whatever the zone", () => {
    for (const zone of ["Pacific/Kiritimati", "Pacific/Niue", "Europe/Berlin", "America/New_York"]) {
      inZone(zone, () => {
        expect(plusDays("2026-03-28", 1)).toBe("2026-03-29");
        expect(plusDays("2026-10-25", 1)).toBe("2026-10-26");
        expect(plusDays("2028-02-28", 1)).toBe("2028-02-29");
        expect(plusDays("2026-01-01", -1)).toBe("2025-12-31");
        expect(numberOf("2026-11-15") - numberOf("2026-10-15")).toBe(31);
      });
    }
  });

  it("is a date or none", () => {
    expect(["2026-11-15", "2028-02-29"].every(isDay)).toBe(true);
    expect(["2026-02-29", "2026-13-01", "2026-1-1", "", "x", "2026-11-15T00"].some(isDay)).toBe(false);
  });
});

describe("days in a row", () => {
  const days = new Set(["2026-10-23", "2026-10-24", "2026-10-25", "2026-10-26", "2026-11-01"]);

  it("go on over both changes of the clock and wait for today", () => {
    expect(daysInARow(days, "2026-10-26")).toBe(4);
    expect(daysInARow(days, "2026-10-27")).toBe(4);
    expect(daysInARow(days, "2026-10-28")).toBe(0);
    expect(longestRow(days)).toBe(4);
    expect(longestRow(new Set())).toBe(0);
  });
});

describe("the tries of this device", () => {
  beforeEach(() => {
    localStorage.clear();
    vi.resetModules();
    vi.useFakeTimers();
  });
  afterEach(() => vi.useRealTimers());

  it("keep the first try from its start, also when the clock is set back", async () => {
    vi.setSystemTime(new Date(2026, 10, 15, 23, 59));
    const days = await import("../src/history/days");
    days.begin("2026-11-15", "solo", "AAAAAA.1");
    vi.setSystemTime(new Date(2026, 10, 14, 8));
    days.begin("2026-11-15", "solo", "BBBBBB.1");
    expect(days.tryOf("2026-11-15", "solo")?.id).toBe("AAAAAA.1");
    expect(days.row.value).toBe(0);
  });

  it("give the place of a table that was never dealt to the first game that is", async () => {
    const days = await import("../src/history/days");
    days.begin("2026-11-15", "team", "AAAAAA.1", true);
    expect(days.teamDay("AAAAAA")).toBe("2026-11-15");
    days.begin("2026-11-15", "team", "BBBBBB.1");
    days.begin("2026-11-15", "team", "CCCCCC.1");
    expect(days.tryOf("2026-11-15", "team")).toEqual({ id: "BBBBBB.1", result: null, left: 0, hints: 0 });
  });

  it("are over without a result where the deal was known", async () => {
    const days = await import("../src/history/days");
    const { addGames } = await import("../src/history/merging");
    days.begin("2026-11-15", "team", "AAAAAA.1");
    expect(days.isOver(days.tryOf("2026-11-15", "team"))).toBe(false);
    const numbers = { deal: 1, at: 1, players: 1, you: 0, left: 3, turns: 9, hints: 0 };
    const game = { id: "AAAAAA.1", code: "AAAAAA", edition: "base", result: "lost", team: [{ name: "" }] };
    addGames([{ ...numbers, ...game, known: "same" }]);
    days.settle();
    expect(days.tryOf("2026-11-15", "team")).toMatchObject({ result: null, known: true });
    expect(days.isOver(days.tryOf("2026-11-15", "team"))).toBe(true);
    expect(days.daysFinished.value.size).toBe(0);
  });

  it("follow midnight on a page that stays open", async () => {
    vi.setSystemTime(new Date(2026, 10, 15, 23, 59, 30));
    const days = await import("../src/history/days");
    const stop = days.followToday();
    expect(days.today.value).toBe("2026-11-15");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(days.today.value).toBe("2026-11-16");
    stop();
  });
});

describe("how hard a deal is", () => {
  it("has one bar on easy days, five on hard ones, and two to four in between", () => {
    expect([95, 75, 70, 50, 43, 42, 30, 25, 5].map(barsOf)).toEqual([1, 1, 2, 3, 3, 4, 4, 5, 5]);
  });
});
