// What the lesson says: what this is about, what to do now, and that it is done.
import { Icon } from "../parts/Icon";
import { HomeLink } from "../parts/Logo";
import { Lost } from "../parts/Lost";
import { say, t } from "../text";
import { CHAPTERS, type Chapter } from "./chapters";

interface Props {
  chapter: Chapter;
  place: number;
  goal: number;
  lost: boolean;
  again: () => void;
  next: () => void;
}

export function Coach({ chapter, place, goal, lost, again, next }: Props) {
  const { name, goals } = chapter;
  const done = goal >= goals.length;
  const text = lost && !done ? t("lesson.lost") : say(`lesson.${name}.${done ? "done" : goal + 1}`);
  return (
    <header class="top coach" data-testid="coach" data-chapter={name} data-done={done}>
      <HomeLink />
      <div class="coach-words">
        <h1>
          {say(`lesson.${name}`)}
          <small>
            {place + 1} / {CHAPTERS.length}
          </small>
        </h1>
        <p aria-live="polite">
          {done && <Icon name="check" />}
          {text}
        </p>
        <Lost />
      </div>
      {done ? (
        <button type="button" class="primary" onClick={next} data-testid="lesson-next">
          {t("lesson.next")}
        </button>
      ) : lost ? (
        <button type="button" class="primary" onClick={again} data-testid="lesson-again">
          {t("lesson.again")}
        </button>
      ) : (
        <button type="button" class="quiet small" onClick={next} data-testid="lesson-skip">
          {t("lesson.skip")}
        </button>
      )}
    </header>
  );
}
