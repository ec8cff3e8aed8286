// A deal that somebody may know: the server says so, and why.
import { say, t } from "../base/text";
import { Icon } from "./Icon";

/** The mark itself: an eye and two words. */
export function KnownMark() {
  return (
    <>
      <Icon name="eye" />
      <span>{t("known")}</span>
    </>
  );
}

export function KnownText({ why }: { why: string }) {
  return (
    <>
      <p>{say(`known.${why}`)}</p>
      <p class="dim">{t("known.line")}</p>
    </>
  );
}
