// The lesson as data: prepared positions, and what to do in each. What is allowed is the server's word, as in any game.

import type { MarkName } from "../protocol";

/** What has to happen for a task to be done; everything named must fit. */
export interface Goal {
  /** Laid on one of these piles. */
  on?: string;
  mark?: MarkName;
  retro?: boolean;
  /** Laid on the same pile as the card before. */
  same?: boolean;
  ended?: boolean;
  signal?: "pile" | "seat";
}

export interface Chapter {
  name: string;
  edition: "base" | "extreme";
  piles: [number, number, number, number];
  hand: number[];
  /** A team-mate's hand, where there is one. */
  mate?: number[];
  draw: number[];
  goals: Goal[];
}

export const CHAPTERS: Chapter[] = [
  {
    name: "lay",
    edition: "base",
    piles: [12, 1, 88, 100],
    hand: [8, 15, 27, 44, 63, 79, 85, 93],
    draw: [50, 18, 71, 36],
    goals: [{ on: "AB" }, { on: "CD" }, { ended: true }],
  },
  {
    name: "retro",
    edition: "base",
    piles: [47, 30, 65, 81],
    hand: [22, 37, 49, 58, 75, 90],
    draw: [11, 68, 53, 94],
    goals: [
      { on: "A", retro: true },
      { on: "C", retro: true },
    ],
  },
  {
    name: "signals",
    edition: "base",
    piles: [24, 33, 70, 86],
    hand: [25, 34, 51, 60, 69, 83, 95],
    mate: [9, 18, 40, 55, 62, 77, 91],
    draw: [13, 48, 66, 72, 29],
    goals: [{ signal: "pile" }, { signal: "seat" }],
  },
  {
    name: "stop",
    edition: "extreme",
    piles: [26, 40, 57, 77],
    hand: [11, 19, 28, 58, 79, 86],
    draw: [33, 47, 60, 71],
    goals: [{ mark: "stop" }],
  },
  {
    name: "skull",
    edition: "extreme",
    piles: [29, 50, 64, 90],
    hand: [12, 31, 34, 53, 68, 88],
    draw: [24, 47, 75, 82],
    goals: [{ mark: "skull" }, { same: true }, { ended: true }],
  },
  {
    name: "three",
    edition: "extreme",
    piles: [37, 15, 72, 94],
    hand: [18, 39, 43, 60, 69, 90],
    draw: [20, 54, 67, 88],
    goals: [{ mark: "three" }, {}, { ended: true }],
  },
  {
    name: "silence",
    edition: "extreme",
    piles: [45, 20, 71, 93],
    hand: [23, 48, 53, 61, 68, 88, 90],
    mate: [4, 13, 26, 37, 50, 66, 94],
    draw: [5, 32, 58, 79],
    goals: [{ on: "A" }, { signal: "seat" }],
  },
  {
    name: "no-retro",
    edition: "extreme",
    piles: [47, 34, 65, 88],
    hand: [27, 37, 63, 78, 82, 93],
    draw: [19, 50, 58, 71],
    goals: [{ on: "C" }, { on: "A", retro: true }],
  },
  {
    name: "one-pile",
    edition: "extreme",
    piles: [30, 14, 66, 87],
    hand: [33, 38, 44, 60, 75, 79],
    draw: [20, 51, 58, 92],
    goals: [{ on: "A" }, { same: true }, { ended: true }],
  },
  {
    name: "draw-one",
    edition: "extreme",
    piles: [29, 47, 59, 88],
    hand: [30, 33, 50, 54, 82, 86],
    draw: [19, 41, 63, 77, 92],
    goals: [{}, {}, { ended: true }],
  },
];
