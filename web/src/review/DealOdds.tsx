// How hard a deal is for those who see only their own hand: fair wins of a hundred, worked out when somebody asks.
import { host } from "#host";
import { useSignal } from "@preact/signals";
import { ask } from "../net/api";
import { show } from "../base/notice";
import { Icon } from "../parts/Icon";
import type { Odds } from "../base/protocol";
import { reasonOf } from "../net/refusing";
import { t } from "../base/text";
import { sourceOf, type Source } from "./judging";

export function DealOdds({ game }: { game: Source }) {
  const odds = useSignal<Odds | null>(null);
  const busy = useSignal(false);
  const look = async () => {
    busy.value = true;
    try {
      odds.value = await ask<Odds>("/api/review/difficulty", {
        method: "POST",
        body: JSON.stringify(sourceOf(game)),
      });
    } catch (error) {
      show(reasonOf(error), "refusal");
    } finally {
      busy.value = false;
    }
  };
  if (host.alone) return null; // a page by itself has no players that are quick enough
  return (
    <output class="deal-odds" data-testid="deal-odds">
      {odds.value ? (
        <p>{t("odds.found", { ...odds.value, low: Math.round(odds.value.low), high: Math.round(odds.value.high) })}</p>
      ) : (
        <button
          type="button"
          class="quiet small"
          aria-disabled={busy.value}
          data-testid="deal-odds-ask"
          onClick={() => !busy.value && void look()}
        >
          <Icon name="card" />
          <span>{t(busy.value ? "review.progress" : "odds.ask")}</span>
        </button>
      )}
    </output>
  );
}
