// Out of the lesson: look up a rule, or go home.
import { t } from "../base/text";

export function WaysOut() {
  return (
    <>
      <a class="quiet" href="/rules">
        {t("rules")}
      </a>
      <a class="quiet" href="/" data-testid="lesson-home">
        {t("home")}
      </a>
    </>
  );
}
