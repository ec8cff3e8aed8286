// Firsts that teach something: each says what it takes.
import { bestRow } from "../history/days";
import { playedByHints, type Finished } from "../history/history";
import type { Key } from "../base/text";
import type { IconName } from "../parts/Icon";
import { counted, streaks, wins } from "./figures";

export interface Achievement {
  name: string;
  title: Key;
  line: Key;
  /** What its medal shows. */
  sign: IconName | number;
  done: boolean;
}

const TESTS: Record<string, (games: Finished[]) => boolean> = {
  excellent: (games) => games.some(({ grade }) => grade === "excellent" || grade === "champions"),
  win: (games) => wins(games).length > 0,
  unaided: (games) => wins(games).some(({ hints }) => hints === 0),
  extreme: (games) => wins(games).some(({ edition }) => edition.includes("extreme")),
  fire: (games) => wins(games).some(({ edition }) => edition.includes("on-fire")),
  expert: (games) => wins(games).some(({ edition }) => edition.includes("expert")),
  team: (games) => wins(games).some(({ team }) => team.filter(({ level }) => level === null).length > 1),
  five: (games) => wins(games).some(({ players }) => players === 5),
  clean: (games) => games.some(({ review }) => review?.marks === 0 && review.decisions >= 10),
  row: (games) => streaks(games).longest >= 3,
  week: () => bestRow.value >= 7,
};

const SIGNS: Record<string, IconName | number> = {
  excellent: "star",
  win: 98,
  unaided: "hand",
  extreme: "jag",
  fire: "fire",
  expert: "crown",
  team: "people",
  five: 5,
  clean: "check",
  row: 3,
  week: 7,
};

export function achievements(games: Finished[]): Achievement[] {
  const real = counted(games).filter((game) => !playedByHints(game));
  return Object.entries(TESTS).map(([name, reached]) => ({
    name,
    title: `achieve.${name}` as Key,
    line: `achieve.${name}.line` as Key,
    sign: SIGNS[name] ?? "star",
    done: reached(real),
  }));
}
