// The draw pile: a stack, face down, how many it holds; and how far the team has come, as the mark that fills.
import { Later, whenIdle } from "../parts/Later";
import { CARDS } from "../base/hue";
import type { TableView } from "../base/protocol";
import { t } from "../base/text";
import "./deck.css";

/** A picture to look at: fetched when the browser has nothing else to do. */
const loadMark = async () => {
  await new Promise<void>(whenIdle);
  return (await import("../parts/Laid")).Laid;
};

interface Props {
  count: number;
  /** Where it is counted how many cards are laid. */
  table?: TableView;
}

export function Deck({ count, table }: Props) {
  const held = table?.seats.reduce((sum, seat) => sum + (seat?.count ?? 0), 0) ?? 0;
  const laid = CARDS - count - held;
  return (
    <div class="deck" data-testid="deck" data-place="deck" data-empty={count === 0}>
      <span class="deck-stack" data-depth={Math.ceil(count / 25)} aria-hidden="true" />
      <span class="deck-count">
        <b>{count}</b> <span>{t("deck")}</span>
      </span>
      {table && (
        <span class="deck-laid" data-testid="laid">
          <Later load={loadMark} part props={{ count: laid }} />
          <small class="unseen">{t("laid", { count: laid })}</small>
        </span>
      )}
    </div>
  );
}
