// Puzzles by what they teach. The host puts them in order; here they are only cut into groups.
import type { PuzzleInfo, PuzzleTheme } from "../base/protocol";
import { say } from "../base/text";
import { commandName, editionName } from "../base/view";
import { kept } from "../history/solved";

/** The puzzles of one edition and theme. */
export interface Group {
  edition: string;
  theme: PuzzleTheme;
  puzzles: PuzzleInfo[];
}

/** A theme in words: a command by its own name. */
export const themeName = (theme: PuzzleTheme): string => say(`theme.${theme}`) ?? commandName(theme);

/** A puzzle in a few words. */
export const aboutOf = ({ theme, edition, rating }: PuzzleInfo): string =>
  `${themeName(theme)} · ${editionName(edition)} · ${rating}`;

/** Neighbours of one edition and theme are one group. */
export function groupsOf(list: PuzzleInfo[]): Group[] {
  const found: Group[] = [];
  for (const one of list) {
    const last = found.at(-1);
    if (last?.edition === one.edition && last.theme === one.theme) last.puzzles.push(one);
    else found.push({ edition: one.edition, theme: one.theme, puzzles: [one] });
  }
  return found;
}

const isOpen = ({ name }: PuzzleInfo): boolean => kept.value.solved[name] === undefined;

/** How many of them were tried here, of how many. */
export const progressOf = (puzzles: PuzzleInfo[]): { done: number; count: number } => ({
  done: puzzles.filter((one) => !isOpen(one)).length,
  count: puzzles.length,
});

/** The one to try after this: the next of its group, else the first of all that is open. */
export function nextOf(list: PuzzleInfo[], group: PuzzleInfo[], name: string): PuzzleInfo | undefined {
  const after = group.slice(group.findIndex((one) => one.name === name) + 1);
  return after.find(isOpen) ?? list.find((one) => isOpen(one) && one.name !== name);
}

/** The puzzle to try when a theme is to be practised; none where there is no such theme. */
export function practise(list: PuzzleInfo[], theme: string): PuzzleInfo | undefined {
  return goOn(list.filter((one) => one.theme === theme));
}

/** Where to go on in a group; where all are done, at its beginning. */
export function goOn(group: PuzzleInfo[]): PuzzleInfo | undefined {
  return group.find(isOpen) ?? group[0];
}
