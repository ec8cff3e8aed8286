// Somebody is away: wait, or let a computer player play? The server says who is asked.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { show, speakAloud } from "../notice";
import { Icon } from "../parts/Icon";
import type { TableView } from "../protocol";
import type { Playing } from "../session";
import { t } from "../text";
import { nameAt } from "../view";
import "./away.css";

/** Those one chose to wait for, by table and seat, until they are back. */
const waited = signal<string[]>([]);
const keyOf = ({ code }: TableView, seat: number): string => `${code}.${seat}`;

/** The seat this person is asked about, if any. */
export function askedAbout(table: TableView): number | null {
  const still = waited.value.filter((key) => table.asks.some((seat) => keyOf(table, seat) === key));
  if (still.length !== waited.peek().length) waited.value = still;
  return table.asks.find((seat) => !still.includes(keyOf(table, seat))) ?? null;
}

export function AwayQuestion({ play, seat }: { play: Playing; seat: number }) {
  const table = play.table.value;
  const name = nameAt(table, seat);
  useEffect(() => speakAloud(t("away.ask", { name })), [seat]);
  const wait = () => {
    waited.value = [...waited.peek(), keyOf(table, seat)];
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
