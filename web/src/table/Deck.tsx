// The draw pile: a stack, face down, and how many it holds.
import { t } from "../base/text";
import "./deck.css";

export function Deck({ count }: { count: number }) {
  return (
    <div class="deck" data-testid="deck" data-empty={count === 0}>
      <span class="deck-stack" data-place="deck" data-depth={Math.ceil(count / 25)} aria-hidden="true" />
      <span class="deck-count">
        <b>{count}</b> <span>{t("deck")}</span>
      </span>
    </div>
  );
}
