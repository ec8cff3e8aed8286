// Which numbers carried which command in this game.
import type { CommandKind } from "../base/protocol";
import { CommandMap } from "../table/CommandMap";
import { t } from "../base/text";

export function MapList({ map }: { map: Record<CommandKind, number[]> }) {
  return (
    <details class="panel">
      <summary>{t("map")}</summary>
      <CommandMap map={map} />
    </details>
  );
}
