// Somebody is away: wait, or let a computer player play? The server says who is asked.
import { useEffect } from "preact/hooks";
import { show, speakAloud } from "../base/notice";
import { Icon } from "../parts/Icon";
import type { Playing } from "../session/session";
import { t } from "../base/text";
import { nameAt } from "../base/view";
import { waitFor } from "./away";

export function AwayQuestion({ play, seat }: { play: Playing; seat: number }) {
  const table = play.table.value;
  const name = nameAt(table, seat);
  useEffect(() => speakAloud(t("away.ask", { name })), [seat]);
  const wait = () => {
    waitFor(table, seat);
    show(t("away.waiting", { name }));
  };
  return (
    <section class="actions actions-away" aria-label={t("actions")} data-testid="away-question">
      <p>{t("away.ask", { name })}</p>
      <div class="buttons">
        <button type="button" class="quiet" onClick={wait} data-testid="away-wait">
          <Icon name="away" />
          <span>{t("away.wait")}</span>
        </button>
        <button
          type="button"
          class="primary"
          onClick={() => play.send({ type: "hand-over", seat, on: true })}
          data-testid="away-bot"
        >
          <Icon name="bot" />
          <span>{t("away.bot")}</span>
        </button>
      </div>
    </section>
  );
}
