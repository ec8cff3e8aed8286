// A day as a leaf of a calendar, which is a card.
import { cardStyle } from "../base/hue";
import { dateText } from "../base/text";
import { leafValue, type Day } from "../history/dates";
import { Numeral } from "../parts/Numeral";
import "./leaf.css";

/** The day as a numeral, the month as a name; hue and ruler run through the month. */
export function Leaf({ day }: { day: Day }) {
  const [, , date = 1] = day.split("-").map(Number);
  return (
    <div class="leaf" aria-hidden="true">
      <span class="deck-stack" />
      <span class="deck-stack" />
      <span class="card" style={cardStyle(leafValue(day))}>
        <Numeral value={date} />
        <span class="card-name">{dateText(day, { month: "short" })}</span>
        <span class="card-ruler" />
      </span>
    </div>
  );
}
