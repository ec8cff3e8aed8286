// One's own cards, sorted: tap one and tap a pile, or drag it there, or use the keys.
import { Card } from "../parts/Card";
import { preferences } from "../preferences/preferences";
import type { GameView } from "../base/protocol";
import type { Playing } from "../session/session";
import { t } from "../base/text";
import { myTurn } from "../base/view";
import { advisedLay, pick } from "./acts";
import { useDrag } from "./drag";
import { useKeptFocus } from "./focus";
import "./hand.css";

export function Hand({ play, game }: { play: Playing; game: GameView }) {
  const drag = useDrag(play);
  const keepFocus = useKeptFocus();
  const picked = play.picked.value;
  const advised = advisedLay(play).card;
  const keys = preferences.value.shortcuts;
  const wide = play.table.value.seats.length > 2;
  const watched = play.table.value.you === null;
  if (watched && game.hand.length === 0) return <p class="hand hand-none">{t("seat.looking")}</p>;
  const cards = game.hand.toSorted((one, other) => one.card - other.card);
  return (
    <section
      class={wide ? "hand hand-wide" : "hand"}
      aria-label={t("hand")}
      data-place="hand"
      data-testid="hand"
      data-mine={myTurn(play.table.value)}
      data-count={cards.length}
      {...keepFocus}
    >
      {cards.map(({ card, mark, options }, place) => (
        <button
          key={card}
          type="button"
          class="hand-card"
          data-testid={`card-${card}`}
          data-fits={options.length === 0 || options.some(({ ok }) => ok)}
          data-advised={advised === card}
          data-fresh={play.fresh.value.includes(card)}
          aria-pressed={picked === card}
          aria-keyshortcuts={keys ? String(place + 1) : undefined}
          aria-disabled={watched}
          {...(watched ? {} : { onClick: () => pick(play, card), ...drag(card) })}
        >
          <Card card={card} mark={mark} travels />
          {play.fresh.value.includes(card) && <span class="flag fresh">{t("card.new")}</span>}
          {keys && (
            <kbd class="key" aria-hidden="true">
              {place + 1}
            </kbd>
          )}
        </button>
      ))}
    </section>
  );
}
