// One line for a phone: as a turn begins, how far the others took the piles; else the last thing that happened.
import { latest } from "../session/news";
import { Icon } from "../parts/Icon";
import type { PileStep, TableView } from "../base/protocol";
import type { Playing } from "../session/session";
import { t } from "../base/text";
import { myTurn } from "../base/view";
import { sheet } from "./sheet";
import { Summary } from "./Summary";

export function Ticker({ play }: { play: Playing }) {
  const table = play.table.value;
  const steps = stepsSince(table);
  return (
    <button type="button" class="ticker" data-testid="ticker" onClick={() => (sheet.value = { kind: "log" })}>
      <Icon name="log" />
      {steps.length > 0 ? (
        <>
          <span>{t("log.since")}</span>
          <Summary table={table} steps={steps} />
        </>
      ) : (
        <span class="one-line">{latest.value || t("log")}</span>
      )}
    </button>
  );
}

/** How far all turns since one's own took each pile; nothing once one has laid a card. */
function stepsSince(table: TableView): PileStep[] {
  const { game } = table;
  if (!game || !myTurn(table) || game.laid > 0) return [];
  return game.since?.steps ?? [];
}
