// A run: puzzle after puzzle, each a little harder; the third mistake ends it. No clock.
import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { Icon } from "../parts/Icon";
import type { PuzzleInfo } from "../base/protocol";
import { t } from "../base/text";
import { noteRun } from "../history/solved";
import { Puzzle } from "./Puzzle";
import { puzzleTask } from "./tasks";
import { aboutOf } from "./themes";

const LENGTH = 60;
const LIVES = 3;

export function Run({ list }: { list: PuzzleInfo[] }) {
  const number = useSignal(0);
  return <Course key={number.value} list={list} again={() => (number.value += 1)} />;
}

function Course({ list, again }: { list: PuzzleInfo[]; again: () => void }) {
  const order = useMemo(() => rising(list), [list]);
  const at = useSignal(0);
  const solved = useSignal(0);
  const lives = useSignal(LIVES);
  const info = order[at.value];
  const done = (right: boolean) => {
    if (right) solved.value += 1;
    else lives.value -= 1;
    noteRun(solved.value);
  };
  if (!info) return null;
  const over = lives.value === 0 || at.value + 1 === order.length;
  const count = { count: solved.value };
  const title = over
    ? t("puzzles.run.over", count)
    : `${t("puzzles.run.count", count)} · ${t("puzzles.run.lives", { count: lives.value })}`;
  return (
    <Puzzle
      key={info.name}
      task={puzzleTask(info)}
      title={title}
      about={aboutOf(info)}
      onDone={done}
      next={(look) => (
        <button type="button" class={look} data-testid="run-next" onClick={() => (over ? again() : (at.value += 1))}>
          <Icon name={over ? "again" : "next"} />
          <span>{t(over ? "puzzles.run.new" : "puzzle.next")}</span>
        </button>
      )}
    />
  );
}

/** From easy to hard, those close to each other in an order of chance. */
function rising(list: PuzzleInfo[]): PuzzleInfo[] {
  const mixed = list
    .map((info) => ({ info, place: Math.random() }))
    .toSorted((one, other) => one.place - other.place)
    .slice(0, LENGTH);
  return mixed.map(({ info }) => info).toSorted((one, other) => one.rating - other.rating);
}
