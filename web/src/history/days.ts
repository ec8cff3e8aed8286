// The deals of the day on this device: the first try of each, from its start, and what came of it.
import { computed, signal } from "@preact/signals";
import { finished, gameId, type Finished } from "./history";
import type { DailyCategory, TableView } from "../base/protocol";
import type { Phase } from "./course";
import { dayOf, daysInARow, longestRow, untilTomorrow, type Day } from "./dates";
import { read, write } from "../base/storage";
import { ownSeats } from "../net/seats";

export type Category = DailyCategory;
export const CATEGORIES: Category[] = ["solo", "solo-extreme", "team"];

/** A first try: the game it is played in, and how it ended once it has. */
export interface Try {
  /** Table and deal, as in the history of games. */
  id: string;
  result: "won" | "lost" | null;
  left: number;
  hints: number;
  /** Opened for friends and not dealt yet: nobody has seen a card. */
  waits?: true;
  /** It ended as a known deal, which has no result that counts. */
  known?: true;
  /** How it went, once somebody has asked. */
  course?: Phase[];
}

export type Tries = Record<Day, Partial<Record<Category, Try>>>;

const STORED = "nonante.days";
const VERSION = 1;

const kept = signal<Tries>(storedTries());

/** The date of today, also on a page that stays open over midnight. */
export const today = signal<Day>(dayOf(new Date()));

/** Every first try, with its result. */
export const tries = computed<Tries>(() => {
  const games = new Map(finished.value.map((game) => [game.id, game]));
  return mapTries(kept.value, (one) => withResult(one, games.get(one.id)));
});

/** The days on which a deal was finished, won or lost. */
export const daysFinished = computed(
  () => new Set(Object.keys(tries.value).filter((day) => triesOf(day).some(({ result }) => result !== null))),
);
export const row = computed(() => daysInARow(daysFinished.value, today.value));
export const bestRow = computed(() => longestRow(daysFinished.value));

/** How many days in a row there were up to a day. */
export const daysInARowUpTo = (day: Day): number => daysInARow(daysFinished.value, day);

export function triesOf(day: Day): Try[] {
  return Object.values(tries.value[day] ?? {});
}

export function tryOf(day: Day, category: Category): Try | undefined {
  return tries.value[day]?.[category];
}

/** A deal of the day. */
export interface DayDeal {
  day: Day;
  category: Category;
  /** Whether this game is the try that counts. */
  first: boolean;
}

/** Which deal of a day is played at a table; null where it is none. */
export function dealAt({ code, deals, game }: Pick<TableView, "code" | "deals" | "game">): DayDeal | null {
  for (const [day, all] of Object.entries(tries.value)) {
    const category = CATEGORIES.find((one) => all[one]?.id === `${code}.${deals}`);
    if (category) return { day, category, first: true };
  }
  if (game?.day) return { day: game.day, category: "team", first: false };
  const [day, category] = ownSeats.value[code]?.deal?.split(" ") ?? [];
  return deals === 1 && day && category ? { day, category: category as Category, first: false } : null;
}

/** The deal of today that comes next: the first one not begun yet. */
export const nextOf = (day: Day): Category | undefined =>
  day === today.value ? CATEGORIES.find((category) => !tryOf(day, category)) : undefined;

/** The day whose team deal waits at a table; null at every other table. */
export function teamDay(code: string): Day | null {
  return Object.keys(tries.value).find((day) => tryOf(day, "team")?.id === `${code}.1`) ?? null;
}

/** Keep a first try from its start; a second one takes the place only of one that was never dealt. */
export function begin(day: Day, category: Category, id: string, waits = false): void {
  const before = storedTries();
  const own = before[day]?.[category];
  if (own && !own.waits) return;
  const first: Try = { id, result: null, left: 0, hints: 0, ...(waits && { waits }) };
  saveTries({ ...before, [day]: { ...before[day], [category]: first } });
}

/** Whether a try has ended, be it as a known deal. */
export const isOver = (one: Try | undefined): boolean => Boolean(one?.result ?? one?.known);

/** Whether this device has played the deal of the day that runs at a table, in another game (R50). */
export function knowsDeal(table: TableView): boolean {
  const { game } = table;
  if (!game?.day || game.known || game.status !== "playing") return false;
  const own = storedTries()[game.day]?.team;
  return own !== undefined && !own.waits && own.id !== gameId(table);
}

/** A game at a table is the team's deal of a day: for everybody who sits there it is their try. */
export function beginWithFriends(table: TableView): void {
  if (table.game?.day) begin(table.game.day, "team", gameId(table));
}

/** Keep how a try went. */
export function keepCourse(day: Day, category: Category, course: Phase[]): void {
  const own = tryOf(day, category);
  if (own) saveTries({ ...tries.value, [day]: { ...tries.value[day], [category]: { ...own, course } } });
}

/** Write down what came of the tries, so that it outlives the list of games. */
export function settle(): void {
  if (JSON.stringify(tries.value) !== JSON.stringify(kept.value)) saveTries(tries.value);
}

export function forgetDays(): void {
  saveTries({});
}

/** Keep today's date right: at midnight, and when the page is looked at again. */
export function followToday(): () => void {
  let timer = 0;
  const look = () => {
    clearTimeout(timer);
    today.value = dayOf(new Date());
    timer = window.setTimeout(look, Math.min(untilTomorrow(new Date()) + 50, 3_600_000));
  };
  look();
  document.addEventListener("visibilitychange", look);
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", look);
  };
}

function withResult(one: Try, game: Finished | undefined): Try {
  if (one.result || !game) return one;
  if (game.known) return { ...one, known: true }; // somebody had played it, or it was taken along while it ran
  return { ...one, result: game.result, left: game.left, hints: game.hints };
}

function mapTries(days: Tries, change: (one: Try) => Try): Tries {
  const changed = Object.entries(days).map(([day, all]) => [
    day,
    Object.fromEntries(Object.entries(all).map(([category, one]) => [category, change(one)])),
  ]);
  return Object.fromEntries(changed) as Tries;
}

export function storedTries(): Tries {
  const found = read<{ version?: number; days?: Tries }>(STORED);
  return found?.version === VERSION && found.days ? found.days : {};
}

export function saveTries(days: Tries): void {
  kept.value = days;
  write(STORED, { version: VERSION, days });
}
