// A page that is not there yet: a word of patience, what stands in the way, and the way home.
import { useEffect, useState } from "preact/hooks";
import { CARDS } from "../base/hue";
import { lost as nobodyAnswers } from "../net/line";
import { t } from "../base/text";
import { HomeLink } from "./Logo";
import { Lost } from "./Lost";

/** Whoever waits no longer than this sees no picture. */
const SHORT = 400;

/** `lost`: something could not be fetched, whatever the line looks like. */
export function Waiting({ lost = false }: { lost?: boolean }) {
  const [mark, setMark] = useState<typeof import("./Laid") | null>(null);
  useEffect(() => {
    const load = () => void import("./Laid").then(setMark).catch(() => null);
    const timer = setTimeout(load, SHORT);
    return () => clearTimeout(timer);
  }, []);
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
        <>
          {mark && <mark.Laid count={CARDS} loads />}
          <p>{t("connecting")}</p>
        </>
      )}
    </main>
  );
}
