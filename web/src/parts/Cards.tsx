// Cards that lie open, in order.
import type { CardView } from "../base/protocol";
import { Card } from "./Card";

export function Cards({ cards }: { cards: CardView[] }) {
  return (
    <ul class="open-cards">
      {cards
        .toSorted((one, other) => one.card - other.card)
        .map(({ card, mark }) => (
          <li key={card}>
            <Card card={card} mark={mark} />
          </li>
        ))}
    </ul>
  );
}
