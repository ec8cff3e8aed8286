// Where a kind of mistake can be practised: at the puzzles of its theme, else in a chapter of the lesson, else at all puzzles.
import type { MistakeKind, PuzzleTheme } from "../base/protocol";

const THEMES: Partial<Record<MistakeKind, PuzzleTheme>> = {
  "ten-back": "ten",
  pair: "ten",
  more: "wait",
  pile: "room",
  room: "room",
};

/** Chapters of the lesson, by name. */
const CHAPTERS: Partial<Record<MistakeKind, string>> = { fewer: "third", signal: "steps" };

export function practiseAt(kind: MistakeKind): string {
  const [theme, chapter] = [THEMES[kind], CHAPTERS[kind]];
  if (theme) return `/puzzles#${theme}`;
  return chapter ? `/learn#${chapter}` : "/puzzles";
}
