// What the lesson says: what this is about, what to do now, what went another way, and that it is done.
import { Icon, RoundButton } from "../parts/Icon";
import { HomeLink } from "../parts/Logo";
import { Lost } from "../parts/Lost";
import type { TableView } from "../base/protocol";
import { say, t } from "../base/text";
import { CHAPTERS, type Chapter } from "./chapters";
import type { Progress, Said } from "./goals";
import type { Place } from "./place";

interface Props {
  chapter: Chapter;
  place: number;
  progress: Progress;
  table: TableView | null;
  said: Said;
  to: (place: Place) => void;
  menu: () => void;
  next: (done: boolean) => void;
}

export function Coach({ chapter, place, progress, table, said, to, menu, next }: Props) {
  const { name, part, goals } = chapter;
  const done = progress.done >= goals.length;
  const lost = !done && table?.game?.status === "lost";
  const again = lost || (!done && progress.astray && !table?.game?.can_undo);
  const own = CHAPTERS.filter((one) => one.part === part);
  return (
    <header
      class="top coach"
      data-testid="coach"
      data-chapter={name}
      data-done={done}
      data-goal={progress.done}
      data-over={table?.game ? table.game.status !== "playing" : false}
    >
      <HomeLink />
      <h1>
        {say(`lesson.${name}`)}{" "}
        <small>
          {own.indexOf(chapter) + 1} / {own.length}
        </small>
      </h1>
      <div class="coach-tools">
        <Lost />
        {!done && (
          <button type="button" class="quiet small" onClick={() => next(false)} data-testid="lesson-skip">
            {t("lesson.skip")}
          </button>
        )}
        <RoundButton icon="menu" label={t("lesson.menu")} onClick={menu} testid="lesson-menu" />
      </div>
      <div class="coach-words">
        <p aria-live="polite" data-testid="coach-says">
          {done && <Icon name="check" />}
          {words(chapter, progress, table, said)}
        </p>
        {done && (
          <button type="button" class="primary" onClick={() => next(true)} data-testid="lesson-next">
            {t("lesson.next")}
          </button>
        )}
        {again && (
          <button type="button" class="primary" onClick={() => to(place)} data-testid="lesson-again">
            {t("lesson.again")}
          </button>
        )}
      </div>
    </header>
  );
}

function words({ name, goals }: Chapter, { done, astray }: Progress, table: TableView | null, said: Said): string {
  const goal = goals[done];
  const task = say(`lesson.${name}.${goal ? done + 1 : "done"}`) ?? "";
  if (!goal) return task;
  if (table?.game?.status === "lost") return t("lesson.lost");
  if (astray) return t(table?.game?.can_undo ? "lesson.stray.undo" : "lesson.stray.again");
  if (goal.signal && said.size > 0 && !said.has(goal.signal) && done === 0)
    return `${t("lesson.stray.signal")} ${task}`;
  return task;
}
