// A page that is not there yet: a word of patience, what stands in the way, and the way home.
import { lost as nobodyAnswers } from "../net/line";
import { t } from "../base/text";
import { HomeLink } from "./Logo";
import { Lost } from "./Lost";

/** `lost`: something could not be fetched, whatever the line looks like. */
export function Waiting({ lost = false }: { lost?: boolean }) {
  return (
    <main class="waiting" data-testid="waiting">
      <HomeLink />
      {lost || nobodyAnswers.value ? (
        <>
          <h1>{t("lost.title")}</h1>
          <p>{t("lost.line")}</p>
          {nobodyAnswers.value ? <Lost /> : <span class="top-lost">{t("reconnecting")}</span>}
          <a class="primary" href="/">
            {t("home")}
          </a>
        </>
      ) : (
        <p>{t("connecting")}</p>
      )}
    </main>
  );
}
