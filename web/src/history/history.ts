// The games finished on this device, each once: what statistics and "what is new" are made of.
import { signal, type ReadonlySignal } from "@preact/signals";
import type { Difficulty, Grade, KnownBy, LossReason, MistakeKind, Reveal, TableView } from "../base/protocol";
import { read, write } from "../base/storage";
import { ownSeats } from "../net/seats";

/** Somebody of the team: a person by name, a computer player with its level too. */
export interface Mate {
  name: string;
  level: string | null;
}

/** A finished game as the person on this device saw it. */
export interface Finished {
  /** Table and deal: one game has one. */
  id: string;
  code: string;
  deal: number;
  /** When it was over, or first seen to be: milliseconds since 1970. */
  at: number;
  edition: string;
  players: number;
  /** Everybody in the order of the seats; `team[you]` is the person on this device. */
  team: Mate[];
  you: number;
  result: "won" | "lost";
  grade: Grade | null;
  /** Cards left; 0 when won. */
  left: number;
  /** Why it was lost. */
  reason: LossReason | null;
  turns: number;
  /** How many hints were taken. */
  hints: number;
  /** Why somebody may have known the deal; null for a fresh one, the only kind that counts for records. */
  known: KnownBy | null;
  /** The cards that stayed, where they were seen. */
  stayed?: number[];
  /** How hard the deal was selected to be, where it was. */
  rung?: Difficulty;
  /** What a review found, where there was one. */
  review?: Reviewed;
}

/** A review in a few numbers. */
export interface Reviewed {
  /** Points of win chance given away. */
  given: number;
  decisions: number;
  marks: number;
  /** How often this person made each kind of mistake. */
  kinds?: Partial<Record<MistakeKind, number>>;
}

interface Kept {
  version: number;
  games: Finished[];
}

const STORED = "nonante.history";
const HINTS = "nonante.hints";
const VERSION = 1;
export const MOST_GAMES = 2000;

const games = signal<Finished[]>(storedGames().games);

/** All games kept here, the oldest first. */
export const finished: ReadonlySignal<Finished[]> = games;

export const gameId = ({ code, deals }: Pick<TableView, "code" | "deals">): string => `${code}.${deals}`;

/** Keep a game that is over, once; tell what was kept, or null where nothing is to keep: no seat, or not over. */
export function keepGame(table: TableView): Finished | null {
  const game = told(table);
  if (!game) return null;
  const kept = storedGames();
  const before = kept.games.find(({ id }) => id === game.id);
  if (before) return before;
  saveGames({ ...kept, games: [...kept.games, game].slice(-MOST_GAMES) });
  forgetHints(game.id);
  return game;
}

/** Whether every turn of one's own was a hint's: nothing to be proud of. */
export const playedByHints = ({ hints, turns, players }: Finished): boolean => hints > 0 && hints * players >= turns;

/** Keep what a review found about a game of this device. */
export function noteReview(id: string, review: Reviewed): void {
  const kept = storedGames();
  if (!kept.games.some((game) => game.id === id)) return;
  saveGames({
    ...kept,
    games: kept.games.map((game) => (game.id === id ? Object.assign({}, game, { review }) : game)),
  });
}

/** Forget one game, or all. */
export function forgetGames(id: string | null = null): void {
  const kept = storedGames();
  saveGames({ ...kept, games: id === null ? [] : kept.games.filter((game) => game.id !== id) });
}

/** A hint was taken in the game that runs at this table. */
export function countHint(table: TableView): void {
  const counts = hintCounts();
  const id = gameId(table);
  write(HINTS, { ...counts, [id]: (counts[id] ?? 0) + 1 });
}

/** How many hints were taken in the game that runs at this table. */
export const hintsTaken = (table: TableView): number => hintCounts()[gameId(table)] ?? 0;

function told(table: TableView): Finished | null {
  const { game, you, seats, settings } = table;
  if (!game || game.status === "playing" || you === null) return null;
  const id = gameId(table);
  return {
    id,
    code: table.code,
    deal: table.deals,
    at: Date.now(),
    edition: settings.rules.edition,
    players: seats.length,
    team: seats.map((seat) => ({ name: seat?.name ?? "", level: seat?.level ?? null })),
    you,
    result: game.status,
    grade: game.grade,
    left: game.score,
    reason: game.reason,
    turns: game.reveal?.turns.length ?? game.turn,
    hints: hintCounts()[id] ?? 0,
    known: game.known,
    ...(game.reveal && { stayed: stayedIn(game.reveal) }),
    ...rungAt(table),
  };
}

const stayedIn = ({ hands, draw }: Reveal): number[] =>
  [...hands.flat(), ...draw].map(({ card }) => card).toSorted((a, b) => a - b);

/** Only the first deal of a table is the one that was selected. */
function rungAt({ code, deals }: TableView): Pick<Finished, "rung"> {
  const rung = deals === 1 ? ownSeats.value[code]?.rung : undefined;
  return rung ? { rung } : {};
}

export function storedGames(): Kept {
  const kept = read<Kept>(STORED);
  return kept?.version === VERSION && Array.isArray(kept.games) ? kept : { version: VERSION, games: [] };
}

/** Write, unless a newer client has written here: what it keeps is not ours to throw away. */
export function saveGames(kept: Kept): void {
  games.value = kept.games;
  if ((read<Kept>(STORED)?.version ?? 0) <= VERSION) write(STORED, kept);
}

function hintCounts(): Record<string, number> {
  return read<Record<string, number>>(HINTS) ?? {};
}

function forgetHints(id: string): void {
  const { [id]: _, ...rest } = hintCounts();
  write(HINTS, rest);
}
