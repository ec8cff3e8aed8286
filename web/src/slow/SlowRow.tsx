// A slow game in a list: how long it has been waiting, and a nudge for whom it waits for.
import { useSignal } from "@preact/signals";
import { show } from "../base/notice";
import { t } from "../base/text";
import { editionName } from "../base/view";
import type { Noted, OwnTable } from "../base/protocol";
import { ask } from "../net/api";
import { reasonOf } from "../net/refusing";
import { seatToken } from "../net/seats";
import { waitedText } from "./waited";

export function SlowRow({ table }: { table: Pick<OwnTable, "edition" | "waited"> }) {
  return <>{[editionName(table.edition), waitedText(table.waited)].join(" · ")}</>;
}

export function Nudge({ table: { code, names, active } }: { table: OwnTable }) {
  const done = useSignal(false);
  const name = names[active ?? -1] ?? "";
  const nudge = async () => {
    try {
      const token = seatToken(code) ?? "";
      await ask<Noted>(`/api/tables/${code}/nudge`, { method: "POST", body: JSON.stringify({ token }) });
      show(t("nudged", { name }));
    } catch (error) {
      show(reasonOf(error), "refusal");
    }
    done.value = true;
  };
  if (done.value) return null;
  return (
    <button
      type="button"
      class="go"
      aria-label={t("nudge.of", { name })}
      data-testid={`nudge-${code}`}
      onClick={() => void nudge()}
    >
      {t("nudge")} ›
    </button>
  );
}
