// A turn of the game to play oneself, as its seat saw it: on the table of the puzzles, with the way back to the review.
import { useMemo } from "preact/hooks";
import { Icon } from "../parts/Icon";
import type { JudgedTurn } from "../base/protocol";
import { t } from "../base/text";
import { Puzzle } from "../puzzles/Puzzle";
import { turnTask } from "../puzzles/tasks";
import type { Watching } from "../replay/watching";
import { sourceOf } from "./judging";

interface Props {
  watching: Watching;
  judged: JudgedTurn;
  onLeave: () => void;
}

export function Try({ watching, judged: { turn, plan }, onLeave }: Props) {
  const task = useMemo(() => turnTask(`turn-${turn}`, { ...sourceOf(watching.game), turn }, plan), [watching, turn]);
  const back = (look: string) => (
    <button type="button" class={look} onClick={onLeave} data-testid="try-back">
      <Icon name="prev" />
      <span>{t("hub.back")}</span>
    </button>
  );
  return (
    <Puzzle task={task} title={t("review.try")} about={t("review.try.turn", { turn })} next={back} onLeave={onLeave} />
  );
}
