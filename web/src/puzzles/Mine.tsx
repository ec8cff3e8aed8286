// One's own rating.
import type { Rating } from "../base/protocol";
import { t } from "../base/text";

export function Mine({ rating: { value } }: { rating: Rating }) {
  return (
    <span data-testid="rating">
      <b>{Math.round(value)}</b> <small class="dim">{t("puzzle.rating")}</small>
    </span>
  );
}
