// A turn to play oneself, as its seat saw it: the same hand and piles as at a table; the server says what may be laid.
import type { TrialState } from "../base/protocol";
import type { Trying } from "../session/trying";
import { Banner } from "../table/Banner";
import { Hand } from "../table/Hand";
import { Pile } from "../table/Pile";
import { t } from "../base/text";
import { Icon } from "../parts/Icon";

export function Trial({ trying }: { trying: Trying<TrialState> }) {
  const table = trying.table.value;
  const { game } = table;
  if (!game) return null;
  const back = trying.moves.value.length > 0;
  return (
    <div class="trial" data-testid="trial">
      <Banner table={table} />
      <section class="piles" aria-label={t("piles")}>
        {game.piles.map((pile) => (
          <Pile key={pile.letter} play={trying} pile={pile} />
        ))}
      </section>
      <Hand play={trying} game={game} />
      <div class="buttons">
        <button
          type="button"
          class="quiet"
          aria-disabled={!back}
          data-testid="trial-undo"
          onClick={() => back && trying.send({ type: "undo", seq: 0 })}
        >
          <Icon name="undo" />
          <span>{t("undo")}</span>
        </button>
        <button
          type="button"
          class="primary"
          aria-disabled={game.end !== null}
          data-testid="trial-end"
          onClick={() => game.end === null && trying.send({ type: "play", move: "end", seq: 0 })}
        >
          <span>
            {t("end")}
            {game.end && <small>{t("turn.left", { count: game.to_lay })}</small>}
          </span>
        </button>
      </div>
    </div>
  );
}
