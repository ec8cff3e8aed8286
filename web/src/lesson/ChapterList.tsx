// All chapters in two parts: go to any of them, start over, look up a rule, or leave.
import { Dialog } from "../parts/Dialog";
import { Icon } from "../parts/Icon";
import { say, t } from "../base/text";
import { CHAPTERS, type Chapter } from "./chapters";
import { keep, kept, type Place } from "./place";
import { WaysOut } from "./WaysOut";

interface Props {
  place: number;
  to: (place: Place) => void;
  onClose: () => void;
}

export function ChapterList({ place, to, onClose }: Props) {
  const restart = () => {
    keep({ done: [] });
    to(0);
  };
  return (
    <Dialog title={t("lesson.menu")} onClose={onClose} testid="lesson-chapters">
      <Part part={1} title={t("lesson.part1")} place={place} to={to} />
      <Part part={2} title={t("lesson.part2")} place={place} to={to} />
      <Part part={3} title={t("lesson.part3")} place={place} to={to} />
      <div class="buttons">
        <button type="button" class="quiet" onClick={() => to(place)} data-testid="lesson-chapter-again">
          {t("lesson.here")}
        </button>
        <button type="button" class="quiet" onClick={restart} data-testid="lesson-restart">
          {t("lesson.repeat")}
        </button>
        <WaysOut />
      </div>
    </Dialog>
  );
}

interface PartProps {
  part: Chapter["part"];
  title: string;
  place: number;
  to: (place: Place) => void;
}

function Part({ part, title, place, to }: PartProps) {
  const { done } = kept();
  return (
    <section class="chapters">
      <h3>{title}</h3>
      <ol class="rows">
        {CHAPTERS.map(({ name, part: own }, n) =>
          own === part ? (
            <li key={name}>
              <button
                type="button"
                class="row-button"
                aria-current={n === place ? "step" : undefined}
                onClick={() => to(n)}
                data-testid={`chapter-${name}`}
              >
                <span>{say(`lesson.${name}`)}</span>
                {done.includes(name) && (
                  <>
                    <Icon name="check" />
                    <span class="unseen">{t("lesson.known")}</span>
                  </>
                )}
              </button>
            </li>
          ) : null,
        )}
      </ol>
    </section>
  );
}
