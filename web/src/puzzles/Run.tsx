// A run: puzzle after puzzle, each a little harder; one may be skipped, the first mistake ends it. No clock.
import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { PuzzleInfo } from "../base/protocol";
import { t } from "../base/text";
import { Puzzle } from "./Puzzle";
import { noteRun } from "../history/solved";

const LENGTH = 60;

export function Run({ list }: { list: PuzzleInfo[] }) {
  const order = useMemo(() => rising(list), [list]);
  const at = useSignal(0);
  const solved = useSignal(0);
  const skipped = useSignal(false);
  const state = useSignal<"playing" | "solved" | "over">("playing");
  const info = order[at.value];
  const done = (right: boolean) => {
    if (right) solved.value += 1;
    noteRun(solved.value);
    state.value = right ? "solved" : "over";
  };
  const on = () => {
    at.value += 1;
    state.value = "playing";
  };
  const skip = () => {
    skipped.value = true;
    on();
  };
  return (
    <section class="stack" data-testid="puzzle-run">
      <p class="run-count" data-testid="run-count">
        {t("puzzles.run.count", { count: solved.value })}
      </p>
      {state.value === "over" && <p data-testid="run-over">{t("puzzles.run.over", { count: solved.value })}</p>}
      {state.value === "solved" && at.value + 1 < order.length && (
        <button type="button" class="primary" data-testid="run-next" onClick={on}>
          {t("puzzle.next")}
        </button>
      )}
      {info && <Puzzle key={info.name} info={info} onDone={done} next={null} />}
      {state.value === "playing" && !skipped.value && (
        <button type="button" class="quiet" data-testid="run-skip" onClick={skip}>
          {t("puzzles.run.skip")}
        </button>
      )}
    </section>
  );
}

/** From easy to hard, those of one grade in an order of chance. */
function rising(list: PuzzleInfo[]): PuzzleInfo[] {
  return list
    .map((info) => ({ info, place: info.grade + Math.random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ info }) => info)
    .slice(0, LENGTH);
}
