// What was tried instead of a game, as a tree.
import { beforeEach, expect, it } from "vitest";
import type { ReplayData } from "../src/base/protocol";
import { branchesOf, forgetBranches, keepBranch, treeOf } from "../src/history/branches";

const game = (name: string | null, link = "1abc"): ReplayData => ({
  game: name,
  link,
  notes: [],
  turns: [],
  frames: [],
  record: "",
});

beforeEach(() => localStorage.clear());

it("is the same tree from every game in it", () => {
  keepBranch(game("AAAAAA-1"), 7, "BBBBBB");
  keepBranch(game("AAAAAA-1"), 3, "CCCCCC");
  keepBranch(game("BBBBBB-1"), 2, "DDDDDD");
  keepBranch(game("ZZZZZZ-1"), 2, "YYYYYY");
  const tree = treeOf(game("DDDDDD-1"));
  expect(tree).toEqual(treeOf(game("AAAAAA-1")));
  expect(tree.name).toBe("AAAAAA-1");
  expect(tree.children.map(({ name }) => name)).toEqual(["CCCCCC-1", "BBBBBB-1"]);
  expect(tree.children[1]?.children.map(({ name }) => name)).toEqual(["DDDDDD-1"]);
  expect(branchesOf(game("AAAAAA-1")).map(({ turn }) => turn)).toEqual([7, 3]);
});

it("grows from a game in a link, and ends where somebody wrote nonsense", () => {
  keepBranch(game(null), 1, "BBBBBB");
  expect(treeOf(game("BBBBBB-1")).name).toBe("1abc");
  keepBranch(game("BBBBBB-1"), 1, "BBBBBB");
  expect(treeOf(game(null)).children[0]?.children).toHaveLength(1);
  forgetBranches();
  expect(treeOf(game(null)).children).toEqual([]);
});
