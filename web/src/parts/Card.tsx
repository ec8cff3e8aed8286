// A card's face. Everything that can be pressed is around it, not in it.
import { cardStyle } from "../base/hue";
import { commandName } from "../base/view";
import type { MarkName } from "../base/protocol";
import { say } from "../base/text";
import { Badge } from "./Badge";
import { Numeral } from "./Numeral";

interface Props {
  card: number;
  mark?: MarkName | null;
  /** Same number, same card: it travels from one place to another. */
  travels?: boolean;
}

export function Card({ card, mark = null, travels = false }: Props) {
  return (
    <span class="card" data-mark={mark ?? "none"} data-card={travels ? card : undefined} style={cardStyle(card)}>
      <span class="unseen">{mark ? `${card}, ${commandName(mark)}` : card}</span>
      <Numeral value={card} />
      {mark && (
        <>
          <Badge mark={mark} />
          <span class="card-name" aria-hidden="true">
            {say(`card.${mark}`)}
          </span>
        </>
      )}
      <span class="card-ruler" aria-hidden="true" />
    </span>
  );
}
