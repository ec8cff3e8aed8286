// The lesson is over: now for real.
import { newSettings } from "../home/options";
import { open } from "../home/opening";
import { t } from "../text";

const start = (edition: string) => () => void open(newSettings(edition, 1), { deal: true });

export function Finish({ again }: { again: () => void }) {
  return (
    <main class="waiting" data-testid="lesson-finish">
      <h1>{t("lesson.finish")}</h1>
      <p>{t("lesson.finish.line")}</p>
      <div class="buttons">
        <button type="button" class="primary" onClick={start("base")}>
          {t("lesson.play")}
        </button>
        <button type="button" class="primary" onClick={start("extreme")}>
          {t("lesson.playExtreme")}
        </button>
        <button type="button" class="quiet" onClick={again}>
          {t("lesson.repeat")}
        </button>
        <a class="quiet" href="/">
          {t("home")}
        </a>
      </div>
    </main>
  );
}
