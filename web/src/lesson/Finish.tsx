// A part of the lesson is over: now for real, or on to what can be added.
import { newSettings } from "../opening/options";
import { open } from "../opening/opening";
import { Laid } from "../parts/Laid";
import { HomeLink } from "../parts/Logo";
import type { Difficulty } from "../base/protocol";
import { t } from "../base/text";
import { WaysOut } from "./WaysOut";

const start = (edition: string, difficulty: Difficulty | null) => () =>
  void open(newSettings(edition, 1), { deal: true, difficulty });

interface Props {
  /** After the original game. */
  half: boolean;
  onward: () => void;
  /** To how to play well. */
  well: () => void;
  again: () => void;
}

export function Finish({ half, onward, well, again }: Props) {
  return (
    <main class="waiting" data-testid={half ? "lesson-half" : "lesson-finish"}>
      <HomeLink />
      <Laid count={half ? 49 : 98} loads />
      <h1>{t(half ? "lesson.half" : "lesson.finish")}</h1>
      <p>{t(half ? "lesson.half.line" : "lesson.finish.line")}</p>
      <div class="buttons">
        <button type="button" class="primary" onClick={start("base", "easy")} data-testid="lesson-play">
          {t("lesson.play")}
        </button>
        {half ? (
          <button type="button" class="quiet" onClick={onward} data-testid="lesson-onward">
            {t("lesson.onward")}
          </button>
        ) : (
          <button type="button" class="quiet" onClick={start("extreme", null)}>
            {t("lesson.playExtreme")}
          </button>
        )}
        <button type="button" class="quiet" onClick={well} data-testid="lesson-well">
          {t("lesson.part3")}
        </button>
        <button type="button" class="quiet" onClick={again} data-testid="lesson-repeat">
          {t("lesson.repeat")}
        </button>
        <WaysOut />
      </div>
    </main>
  );
}
