// The branches begun on this device, as a tree: each is a table of its own, and may be left by others in its turn.
import type { ReplayData } from "../base/protocol";
import { forget, read, write } from "../base/storage";

interface Branch {
  /** The game it leaves. */
  from: string;
  /** At which turn, from 0. */
  turn: number;
  /** The table where it is played on. */
  code: string;
}

/** A game and what was tried instead. */
export interface Node {
  /** The game: of a table, or a whole game as text. */
  name: string;
  /** How it left the game above; null for the one that all come from. */
  branch: Branch | null;
  children: Node[];
}

const STORED = "nonante.branches";
const MOST = 100;

export const nameOf = ({ game, link }: Pick<ReplayData, "game" | "link">): string => game ?? link;
const gameOf = ({ code }: Branch): string => `${code}-1`;

export function branchesOf(game: ReplayData): Branch[] {
  return stored().filter(({ from }) => from === nameOf(game));
}

/** The whole tree that a game belongs to. */
export function treeOf(game: ReplayData): Node {
  const all = stored();
  let root = nameOf(game);
  for (let up = above(all, root), steps = 0; up && steps < MOST; up = above(all, root), steps += 1) root = up.from;
  return grown(all, root, null);
}

const above = (all: Branch[], name: string): Branch | undefined => all.find((branch) => gameOf(branch) === name);

function grown(all: Branch[], name: string, branch: Branch | null): Node {
  const rest = all.filter((one) => one !== branch);
  const children = rest.filter(({ from }) => from === name).toSorted((a, b) => a.turn - b.turn);
  return { name, branch, children: children.map((child) => grown(rest, gameOf(child), child)) };
}

/** Where a table left the game it branches off from: that game, and the turn from 0; null at every other table. */
export function branchAt(code: string): { from: string; turn: number } | null {
  return stored().find((branch) => branch.code === code) ?? null;
}

export function keepBranch(game: ReplayData, turn: number, code: string): void {
  const all = [...stored(), { from: nameOf(game), turn, code }];
  write(STORED, all.slice(-MOST));
}

export function forgetBranches(): void {
  forget(STORED);
}

function stored(): Branch[] {
  const found = read<Branch[]>(STORED);
  return Array.isArray(found) ? found : [];
}
