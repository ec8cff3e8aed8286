// Costly turns of one's own games, kept to be tried again as puzzles.
import { signal, type ReadonlySignal } from "@preact/signals";
import type { Review } from "../base/protocol";
import { read, write } from "../base/storage";
import { finished } from "./history";

/** A turn that cost a lot, with all that is needed to try it again. */
export interface Mistake {
  /** Table, deal and turn: one turn has one. */
  id: string;
  /** The whole game as text. */
  link: string;
  turn: number;
  edition: string;
  /** Chances in percent: with the champion's plan, and with what was played. */
  best: number;
  played: number;
  plan: string[];
  /** Whether the first try solved it; missing: not tried yet. */
  solved?: boolean;
}

const STORED = "nonante.mistakes";
/** Points of chance from which a turn is worth a puzzle. */
const COSTLY = 10;
const MOST = 40;

const list = signal<Mistake[]>(stored());

/** All that are kept, the newest first. */
export const mistakes: ReadonlySignal<Mistake[]> = list;

function stored(): Mistake[] {
  const found = read<Mistake[]>(STORED);
  return Array.isArray(found)
    ? found.filter(({ link, turn }) => typeof link === "string" && Number.isInteger(turn))
    : [];
}

/** Keep the costly turns that the person on this device played in one of their games. */
export function noteMistakes(game: string, link: string, { costly }: Review): void {
  const own = finished.value.find(({ id }) => id === game);
  if (!own) return;
  const before = stored();
  const fresh = costly
    .filter(({ seat, loss }) => seat === own.you && loss >= COSTLY)
    .map(({ turn, best, played, plan }) => ({
      id: `${game}.${turn}`,
      link,
      turn,
      edition: own.edition,
      best,
      played,
      plan,
    }))
    .filter(({ id }) => !before.some((one) => one.id === id));
  if (fresh.length > 0) save([...fresh, ...before].slice(0, MOST));
}

/** Keep whether the first try solved it. */
export function noteMistakeTry(id: string, solved: boolean): void {
  save(stored().map((one) => (one.id === id && one.solved === undefined ? Object.assign({}, one, { solved }) : one)));
}

export function forgetMistakes(): void {
  save([]);
}

function save(next: Mistake[]): void {
  list.value = next;
  write(STORED, next);
}
