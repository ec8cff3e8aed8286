// Games and tries of a file or another device, joined with those kept here.
import { saveTries, storedTries, type Category, type Tries, type Try } from "./days";
import { MOST_GAMES, saveGames, storedGames, type Finished } from "./history";

type DayTries = Tries[string];

/** Take in games of a file or another device, each once; returns how many were new. What is none is left out. */
export function addGames(more: unknown[]): number {
  const kept = storedGames();
  const all = new Map(kept.games.map((game) => [game.id, game]));
  for (const game of more.filter(isFinished)) all.set(game.id, merged(game, all.get(game.id)));
  saveGames({ ...kept, games: [...all.values()].toSorted((a, b) => a.at - b.at).slice(-MOST_GAMES) });
  return all.size - kept.games.length;
}

/** The same game as two devices know it: the earlier end, every hint, and a review where one of them has it. */
function merged(one: Finished, other: Finished = one): Finished {
  const review = other.review ?? one.review;
  const [at, hints] = [Math.min(one.at, other.at), Math.max(one.hints, other.hints)];
  return { ...one, ...other, at, hints, ...(review && { review }) };
}

/** Whether something from outside is a finished game as it is kept here. */
function isFinished(value: unknown): value is Finished {
  const game = value as Finished;
  const numbers = [game?.deal, game?.at, game?.players, game?.you, game?.left, game?.turns, game?.hints];
  return (
    numbers.every((number) => Number.isFinite(number)) &&
    [game.id, game.code, game.edition].every((text) => typeof text === "string" && text.length < 80) &&
    (game.result === "won" || game.result === "lost") &&
    Array.isArray(game.team) &&
    game.team.length === game.players &&
    game.team.every((mate) => typeof mate?.name === "string")
  );
}

/** Take in the tries of a file or another device: one that has a result stays, and of two the same one on every device. */
export function addTries(more: Tries): void {
  const before = storedTries();
  const days = new Set([...Object.keys(more), ...Object.keys(before)]);
  const both = [...days].map((day) => [day, { ...before[day], ...mapOf(more[day], before[day]) }]);
  saveTries(Object.fromEntries(both) as Tries);
}

function mapOf(more: DayTries = {}, before: DayTries = {}): DayTries {
  return Object.fromEntries(
    Object.entries(more).map(([category, one]) => [category, better(one, before[category as Category])]),
  );
}

function better(one: Try, other: Try = one): Try {
  if (one.id === other.id) return { ...one, ...other, result: other.result ?? one.result };
  if (Boolean(one.result) !== Boolean(other.result)) return one.result ? one : other;
  return one.id < other.id ? one : other;
}
