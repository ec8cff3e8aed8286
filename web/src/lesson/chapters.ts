// The lesson as data: prepared positions, and what to do in each. What is allowed is the server's word, as in any game.
import type { MarkName, PileLetter } from "../base/protocol";

/** What can be said: about a pile, or about oneself. */
export type Said = "keep-off" | "small-steps" | "seat";

/** What has to happen for a task to be done; everything named must fit. */
export interface Goal {
  /** Cards and piles that lead there, one after the other: they are marked. */
  way?: [number, PileLetter][];
  /** Laid on one of these piles. */
  on?: string;
  mark?: MarkName;
  retro?: boolean;
  /** Laid on the same pile as the card before. */
  same?: boolean;
  ended?: boolean;
  signal?: Said;
  /** A teammate has played a turn, and kept off the piles it was asked to. */
  heeded?: boolean;
  /** The game is over, in this way. */
  over?: "won" | "lost";
}

/** The original game, what can be added to it, and how to play well. */
export type Part = 1 | 2 | 3;

export interface Chapter {
  name: string;
  part: Part;
  edition: "base" | "expert" | "on-fire" | "extreme";
  piles: [number, number, number, number];
  hand: number[];
  /** A teammate's hand, where there is one. */
  mate?: number[];
  draw: number[];
  goals: Goal[];
}

/** Part by part. */
export const CHAPTERS: Chapter[] = [
  {
    name: "lay",
    part: 1,
    edition: "base",
    piles: [12, 1, 88, 100],
    hand: [8, 15, 27, 44, 63, 79, 85, 93],
    draw: [50, 18, 71, 36],
    goals: [{ on: "AB", way: [[15, "A"]] }, { on: "CD", way: [[85, "C"]] }, { ended: true }],
  },
  {
    name: "retro",
    part: 1,
    edition: "base",
    piles: [47, 30, 65, 81],
    hand: [22, 37, 49, 58, 61, 75, 84, 90],
    draw: [11, 68, 53, 94],
    goals: [
      { on: "A", retro: true, way: [[37, "A"]] },
      { on: "C", retro: true, way: [[75, "C"]] },
    ],
  },
  {
    name: "signals",
    part: 1,
    edition: "base",
    piles: [24, 33, 70, 86],
    hand: [25, 34, 51, 60, 69, 83, 95],
    mate: [9, 26, 36, 55, 62, 80, 91],
    draw: [13, 48, 66, 72, 29],
    goals: [
      { signal: "keep-off" },
      { signal: "seat" },
      {
        ended: true,
        way: [
          [69, "C"],
          [83, "D"],
        ],
      },
      { heeded: true },
    ],
  },
  {
    name: "last",
    part: 1,
    edition: "base",
    piles: [89, 94, 6, 10],
    hand: [4, 91, 95, 97],
    draw: [],
    goals: [
      { on: "A", way: [[91, "A"]] },
      { ended: true },
      {
        over: "won",
        way: [
          [95, "B"],
          [97, "B"],
          [4, "C"],
        ],
      },
    ],
  },
  {
    name: "score",
    part: 1,
    edition: "base",
    piles: [90, 93, 8, 15],
    hand: [40, 52, 63, 77, 94],
    draw: [],
    goals: [{ way: [[94, "A"]] }, { over: "lost" }],
  },
  {
    name: "stop",
    part: 2,
    edition: "extreme",
    piles: [26, 40, 57, 77],
    hand: [11, 19, 28, 34, 58, 67, 79, 86],
    draw: [33, 47, 60, 71],
    goals: [{ mark: "stop", way: [[28, "A"]] }],
  },
  {
    name: "skull",
    part: 2,
    edition: "extreme",
    piles: [29, 50, 64, 90],
    hand: [12, 31, 34, 44, 53, 68, 82, 88],
    draw: [24, 47, 75, 83],
    goals: [{ mark: "skull", way: [[31, "A"]] }, { same: true, way: [[34, "A"]] }, { ended: true }],
  },
  {
    name: "three",
    part: 2,
    edition: "extreme",
    piles: [37, 15, 72, 94],
    hand: [18, 39, 43, 46, 60, 69, 77, 90],
    draw: [20, 54, 67, 88],
    goals: [{ mark: "three", way: [[39, "A"]] }, { way: [[43, "A"]] }, { ended: true, way: [[18, "B"]] }],
  },
  {
    name: "silence",
    part: 2,
    edition: "extreme",
    piles: [45, 20, 71, 93],
    hand: [23, 48, 53, 61, 68, 88, 90],
    mate: [4, 13, 26, 37, 50, 66, 94],
    draw: [5, 32, 58, 79],
    goals: [{ on: "A", way: [[48, "A"]] }, { signal: "seat" }],
  },
  {
    name: "no-retro",
    part: 2,
    edition: "extreme",
    piles: [47, 34, 65, 88],
    hand: [27, 37, 44, 63, 78, 82, 93, 96],
    draw: [19, 50, 58, 71],
    goals: [
      { on: "C", way: [[63, "C"]] },
      { on: "A", retro: true, way: [[37, "A"]] },
    ],
  },
  {
    name: "one-pile",
    part: 2,
    edition: "extreme",
    piles: [30, 14, 66, 87],
    hand: [33, 38, 44, 53, 60, 75, 79, 92],
    draw: [20, 51, 58, 93],
    goals: [{ on: "A", way: [[33, "A"]] }, { same: true, way: [[38, "A"]] }, { ended: true }],
  },
  {
    name: "draw-one",
    part: 2,
    edition: "extreme",
    piles: [29, 47, 59, 88],
    hand: [30, 33, 50, 54, 67, 82, 86, 93],
    draw: [19, 41, 63, 77, 92],
    goals: [{ on: "ABD", way: [[30, "A"]] }, { on: "ABD", way: [[33, "A"]] }, { ended: true }],
  },
  {
    name: "expert",
    part: 2,
    edition: "expert",
    piles: [24, 40, 61, 83],
    hand: [26, 29, 43, 48, 58, 66, 79, 90],
    draw: [15, 35, 52, 71],
    goals: [{ way: [[26, "A"]] }, { way: [[58, "C"]] }, { way: [[79, "D"]] }, { ended: true }],
  },
  {
    name: "fire",
    part: 2,
    edition: "on-fire",
    piles: [44, 20, 70, 91],
    hand: [23, 46, 51, 60, 66, 75, 87, 93],
    draw: [30, 39, 58, 82],
    goals: [
      { on: "A", way: [[46, "A"]] },
      { mark: "fire", way: [[66, "C"]] },
      { ended: true },
      { on: "C", way: [[60, "C"]] },
    ],
  },
  {
    name: "third",
    part: 3,
    edition: "base",
    piles: [38, 52, 61, 80],
    hand: [9, 20, 40, 41, 59, 68, 91, 96],
    draw: [30, 49, 73, 12],
    goals: [
      { on: "A", way: [[40, "A"]] },
      { on: "C", way: [[59, "C"]] },
      { on: "A", way: [[41, "A"]] },
      { ended: true },
    ],
  },
  {
    name: "steps",
    part: 3,
    edition: "base",
    piles: [40, 21, 72, 90],
    hand: [23, 45, 57, 63, 70, 83, 96],
    mate: [6, 13, 42, 50, 54, 85, 94],
    draw: [30, 49, 66, 78, 17],
    goals: [
      { signal: "small-steps" },
      {
        ended: true,
        way: [
          [23, "B"],
          [70, "C"],
        ],
      },
      { heeded: true },
      { on: "A", way: [[45, "A"]] },
    ],
  },
  {
    name: "pairs",
    part: 3,
    edition: "base",
    piles: [50, 33, 69, 84],
    hand: [35, 47, 57, 66, 67, 82, 91, 96],
    draw: [22, 40, 61, 75],
    goals: [
      { on: "C", way: [[66, "C"]] },
      { on: "D", way: [[82, "D"]] },
      { ended: true },
      { on: "A", way: [[57, "A"]] },
      { on: "A", retro: true, way: [[47, "A"]] },
    ],
  },
];
