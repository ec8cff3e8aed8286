// Where the host is asked first: who would like to sit down.
import type { Playing } from "../session/session";
import { t } from "../base/text";

export function Guests({ play }: { play: Playing }) {
  const { guests } = play.table.value;
  return (
    <output class="stack">
      {guests.map(({ guest, name, bot }) => {
        const answer = (on: boolean) => play.send({ type: "admit", guest, on });
        return (
          <div key={guest} class="row-button guest" data-testid="guest">
            <span>{t(bot ? "guest.asks.bot" : "guest.asks", { name })}</span>
            <button type="button" class="primary small" data-testid="admit" onClick={() => answer(true)}>
              {t("guest.admit", { name })}
            </button>
            <button type="button" class="quiet small" data-testid="decline" onClick={() => answer(false)}>
              {t("guest.decline")}
            </button>
          </div>
        );
      })}
    </output>
  );
}
