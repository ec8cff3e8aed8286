// What is new about a finished game: at most three things, the rarest first; nothing new, nothing said.
import { playedByHints, type Finished } from "../history/history";

export type Novelty =
  | { kind: "first"; games: number }
  | { kind: "edition" }
  | { kind: "round"; count: number }
  | { kind: "row"; count: number; longest: boolean; best: number }
  | { kind: "unaided" }
  | { kind: "month"; won: number; games: number; before: Month }
  | { kind: "quickest"; turns: number; before: number }
  | { kind: "best"; left: number; before: number };

export interface Month {
  at: number;
  won: number;
  games: number;
}

const MOST = 3;
const ENOUGH = 3;
const ROUND = new Set([10, 25, 50, 100, 250, 500, 1000]);

/** Compare a game with those before it; a deal that was known, or a game played by hints, counts for nothing. */
export function whatIsNew(games: Finished[], game: Finished): Novelty[] {
  if (game.known !== null || playedByHints(game)) return [];
  const place = games.findIndex(({ id }) => id === game.id);
  const before = games.slice(0, place < 0 ? games.length : place).filter(({ known }) => known === null);
  return (game.result === "won" ? ofWin(before, game) : ofLoss(before, game)).slice(0, MOST);
}

function ofWin(before: Finished[], game: Finished): Novelty[] {
  const wins = before.filter(isWon);
  if (wins.length === 0) return [{ kind: "first", games: before.length + 1 }];
  const row = rowOf(before, game);
  const rare = row.filter((one) => one.kind === "row" && one.longest && one.count >= 3);
  return [
    ...(wins.some(({ edition }) => edition === game.edition) ? [] : [{ kind: "edition" } as const]),
    ...(ROUND.has(wins.length + 1) ? [{ kind: "round", count: wins.length + 1 } as const] : []),
    ...rare,
    ...(game.hints === 0 && wins.every(({ hints }) => hints > 0) ? [{ kind: "unaided" } as const] : []),
    ...monthOf(before, game),
    ...row.filter((one) => !rare.includes(one)),
    ...quickestOf(wins, game),
  ];
}

/** The best result of a kind of game that was not won. */
function ofLoss(before: Finished[], game: Finished): Novelty[] {
  const same = before.filter((one) => alike(one, game));
  const best = Math.min(...same.map(({ left }) => left));
  return same.length >= ENOUGH && game.left < best ? [{ kind: "best", left: game.left, before: best }] : [];
}

function rowOf(before: Finished[], game: Finished): Novelty[] {
  const rows: number[] = [];
  for (const one of [...before, game]) rows.push(isWon(one) ? (rows.at(-1) ?? 0) + 1 : 0);
  const count = rows.at(-1) ?? 0;
  const best = Math.max(0, ...rows.slice(0, -1));
  return count >= 2 ? [{ kind: "row", count, longest: count > best, best }] : [];
}

function monthOf(before: Finished[], game: Finished): Novelty[] {
  const months = new Map<string, Month>();
  for (const one of [...before, game]) {
    const month = months.get(monthName(one.at)) ?? { at: one.at, won: 0, games: 0 };
    months.set(monthName(one.at), { at: one.at, won: month.won + Number(isWon(one)), games: month.games + 1 });
  }
  const now = months.get(monthName(game.at));
  months.delete(monthName(game.at));
  const best = [...months.values()].toSorted((one, other) => other.won - one.won)[0];
  // Once a month is enough: only the win that passes the best so far is news.
  return now && best && best.won > 0 && now.won === best.won + 1 ? [{ kind: "month", ...now, before: best }] : [];
}

function quickestOf(wins: Finished[], game: Finished): Novelty[] {
  const same = wins.filter((one) => alike(one, game));
  const before = Math.min(...same.map(({ turns }) => turns));
  return same.length >= ENOUGH && game.turns < before ? [{ kind: "quickest", turns: game.turns, before }] : [];
}

const isWon = ({ result }: Finished): boolean => result === "won";
const alike = (one: Finished, other: Finished): boolean =>
  one.edition === other.edition && one.players === other.players;

function monthName(at: number): string {
  const day = new Date(at);
  return `${day.getFullYear()}-${day.getMonth()}`;
}
