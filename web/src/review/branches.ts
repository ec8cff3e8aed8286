// The branches begun on this device: several may leave one game, each is a table of its own.
import type { ReplayData } from "../protocol";

interface Branch {
  /** The game it leaves. */
  from: string;
  /** At which turn, from 0. */
  turn: number;
  /** The table where it is played on. */
  code: string;
}

const STORED = "nonante.branches";
const MOST = 100;

export function branchesOf(game: ReplayData): Branch[] {
  return stored().filter(({ from }) => from === nameOf(game));
}

export function keepBranch(game: ReplayData, turn: number, code: string): void {
  const all = [...stored(), { from: nameOf(game), turn, code }];
  localStorage.setItem(STORED, JSON.stringify(all.slice(-MOST)));
}

const nameOf = ({ game, link }: ReplayData): string => game ?? link;

function stored(): Branch[] {
  try {
    const found = JSON.parse(localStorage.getItem(STORED) ?? "[]") as Branch[];
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}
