// The ladder: a way through all editions, with three stars on each rung. Nothing on it is locked.
import type { Difficulty } from "../base/protocol";
import type { Finished } from "./history";

export const RUNGS = ["easy", "normal", "hard", "expert", "on-fire", "extreme"] as const;
export type Rung = (typeof RUNGS)[number];

/** What a rung is played with: an edition, and for the original how hard its cards are. */
export const gameOfRung = (rung: Rung): { edition: string; difficulty: Difficulty | null } =>
  rung === "easy" || rung === "normal" || rung === "hard"
    ? { edition: "base", difficulty: rung }
    : { edition: rung, difficulty: null };

/** Where a game stands on it: by its cards where they were selected, else by the hardest part of its edition. */
export function rungOf({ edition, rung }: Pick<Finished, "edition" | "rung">): Rung {
  if (edition.includes("extreme")) return "extreme";
  if (edition.includes("on-fire")) return "on-fire";
  if (edition.includes("expert")) return "expert";
  return rung ?? "normal";
}

/** Won; won with at most one costly turn; won without hints. Deals that somebody knew count nowhere. */
export type Stars = [boolean, boolean, boolean];

export function starsOf(games: Finished[], rung: Rung): Stars {
  const won = games.filter((game) => game.result === "won" && game.known === null && rungOf(game) === rung);
  return [
    won.length > 0,
    won.some(({ review }) => review !== undefined && review.marks <= 1),
    won.some(({ hints }) => hints === 0),
  ];
}

export const starCount = (games: Finished[]): number =>
  RUNGS.reduce((sum, rung) => sum + starsOf(games, rung).filter(Boolean).length, 0);

/** The rung to play next: the first that was never won, else the first that lacks a star. */
export function nextRung(games: Finished[]): Rung {
  const open = RUNGS.find((rung) => !starsOf(games, rung)[0]);
  return open ?? RUNGS.find((rung) => starsOf(games, rung).includes(false)) ?? "extreme";
}
