// Which numbers carry which command; those one holds stand out.
import { KINDS } from "../base/protocol";
import { cardStyle } from "../base/hue";
import { commandMeaning, commandName } from "../base/view";
import { Badge } from "../parts/Badge";
import type { CommandKind } from "../base/protocol";
import { t } from "../base/text";

interface Props {
  map: Record<CommandKind, number[]>;
  /** The cards in one's own hand. */
  held?: number[];
}

export function CommandMap({ map, held = [] }: Props) {
  return (
    <dl class="map-list">
      {KINDS.map((kind) => (
        <div key={kind} class="spread">
          <dt title={commandMeaning(kind)}>
            <Badge mark={kind} /> {commandName(kind)}
          </dt>
          <dd>
            {map[kind].map((card) => (
              <b key={card} class="tag" style={cardStyle(card)} data-held={held.includes(card)}>
                {card}
                {held.includes(card) && <span class="unseen">, {t("hand")}</span>}
              </b>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
