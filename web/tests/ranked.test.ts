// The order of teams in an event.
import { expect, test } from "vitest";
import type { ContestScore, ContestTeam } from "../src/base/protocol";
import { ranked } from "../src/event/Results";

const score = (helped = false): ContestScore => ({ left: 4, percent: null, helped });

const team = (title: string, percent: number | null, scores: (ContestScore | null)[]): ContestTeam => ({
  team: title,
  title,
  names: [],
  free: 0,
  you: false,
  percent,
  scores,
});

test("neither leaving out a deal nor having one played by a computer is worth anything", () => {
  const teams = [
    team("one deal", 100, [score(), null]),
    team("nothing", null, [null, null]),
    team("helped", 90, [score(), score(true)]),
    team("both, worse", 20, [score(), score()]),
    team("both, better", 30, [score(), score()]),
  ];
  expect(ranked(teams).map(({ title }) => title)).toEqual([
    "both, better",
    "both, worse",
    "one deal",
    "helped",
    "nothing",
  ]);
});
