// What the devices of one person share: games, days, puzzles, seats, crews and events, each as a text of its own.
import { keepCrew, ownCrews } from "../history/crews";
import { keepEvent, ownEvents } from "../history/events";
import { tries } from "../history/days";
import { finished } from "../history/history";
import { kept } from "../history/solved";
import { keepSeat, ownSeats, type OwnSeat } from "../net/seats";
import { takeIn } from "../stats/files";

type Item =
  | ["game", unknown]
  | ["try", string, string, unknown]
  | ["puzzle", string, boolean]
  | ["run", number]
  | ["rating", unknown]
  | ["seat", string, Partial<OwnSeat>]
  | ["crew" | "event", string, string];

/** Everything here that is worth sharing. A thing that changes becomes another text; the server forgets none. */
export function itemsHere(): string[] {
  const { solved, best, rating } = kept.value;
  const items: Item[] = [
    ...finished.value.map((game): Item => ["game", game]),
    ...Object.entries(tries.value).flatMap(([day, all]) =>
      Object.entries(all).map(([category, one]): Item => ["try", day, category, one]),
    ),
    ...Object.entries(solved).map(([name, first]): Item => ["puzzle", name, first]),
    ...(best > 0 ? [["run", best] satisfies Item] : []),
    ...(rating ? [["rating", rating] satisfies Item] : []),
    ...Object.entries(ownSeats.value)
      .filter(([, { token }]) => token)
      .toSorted(([, a], [, b]) => a.at - b.at)
      .map(([code, seat]): Item => ["seat", code, { ...seat, at: 0 }]),
    ...Object.entries(ownCrews.value).map(([crew, { token }]): Item => ["crew", crew, token]),
    ...Object.entries(ownEvents.value).map(([event, token]): Item => ["event", event, token]),
  ];
  return items.map((item) => JSON.stringify(item));
}

/** Take in what other devices have shared, as if it came from a file; what is no such thing is left out. */
export function takeItems(texts: string[]): void {
  const games: unknown[] = [];
  const days: Record<string, Record<string, unknown>[]> = {};
  const solved: Record<string, boolean> = {};
  let best = 0;
  let rating: unknown = null;
  for (const item of texts.map(parse)) {
    if (item[0] === "game") games.push(item[1]);
    else if (item[0] === "try") (days[item[1]] ??= []).push({ [item[2]]: item[3] });
    else if (item[0] === "puzzle") solved[item[1]] = item[2];
    else if (item[0] === "run") best = Math.max(best, item[1]);
    else if (item[0] === "rating") rating = item[1];
    else if (item[0] === "seat") takeSeat(item[1], item[2]);
    else if (item[0] === "event" && !ownEvents.value[item[1]]) keepEvent(item[1], item[2]);
    else if (item[0] === "crew" && !ownCrews.value[item[1]]) keepCrew(item[1], { token: item[2] });
  }
  takeIn({ games, puzzles: { version: 1, solved, best, rating } });
  for (const [day, all] of Object.entries(days)) for (const one of all) takeIn({ days: { [day]: one } });
}

function takeSeat(code: string, seat: Partial<OwnSeat>): void {
  const whole = typeof seat?.token === "string" && typeof seat.edition === "string" && Number.isInteger(seat.players);
  if (whole && /^[A-Z]{6,16}$/.test(code) && !ownSeats.value[code]) keepSeat(code, seat);
}

function parse(text: string): Item | [null] {
  try {
    const item = JSON.parse(text) as Item;
    return Array.isArray(item) ? item : [null];
  } catch {
    return [null];
  }
}

/** A short stand-in for a text, to remember that it was shared. */
export function markOf(text: string): string {
  let [one, two] = [0xdeadbeef, 0x41c6ce57];
  for (let place = 0; place < text.length; place++) {
    const letter = text.charCodeAt(place);
    one = Math.imul(one ^ letter, 2654435761);
    two = Math.imul(two ^ letter, 1597334677);
  }
  return (one >>> 0).toString(36) + (two >>> 0).toString(36);
}
