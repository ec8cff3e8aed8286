// Which numbers carried which command in this game.
import { commandName, KINDS } from "../view";
import { Badge } from "../parts/Badge";
import type { CommandKind } from "../protocol";
import { t } from "../text";

export function MapList({ map }: { map: Record<CommandKind, number[]> }) {
  return (
    <details class="panel">
      <summary>{t("map")}</summary>
      <dl class="map-list">
        {KINDS.map((kind) => (
          <div key={kind}>
            <dt>
              <Badge mark={kind} /> {commandName(kind)}
            </dt>
            <dd>{map[kind].join(" · ")}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
