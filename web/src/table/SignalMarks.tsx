// Standing signals, on the pile or at the seat they speak of.
import { nameAt, signalShort, signalText } from "../view";
import { Badge } from "../parts/Badge";
import { Icon, type IconName } from "../parts/Icon";
import type { TableView } from "../protocol";

const ICONS: Record<string, IconName> = {
  "keep-off": "hand",
  "small-steps": "steps",
  "can-go-back": "back",
  cover: "cover",
  "do-not-cover": "hand",
  trouble: "frown",
  comfortable: "smile",
  hold: "card",
  "do-not-lay": "ban",
};

export const signalIcon = (name: string): IconName => ICONS[name] ?? "chat";

export function SignalMarks({ table, pile, seat }: { table: TableView; pile?: string; seat?: number }) {
  const marks = table.signals.filter((one) => (pile ? one.pile === pile : one.seat === seat && !one.pile));
  return (
    <ul class="marks">
      {marks.map((one) => (
        <li key={`${one.seat}${one.signal}${one.command}`} data-seat={one.seat} title={signalText(table, one)}>
          <Icon name={signalIcon(one.signal)} />
          {one.command && <Badge mark={one.command} />}
          {pile && <b>{nameAt(table, one.seat)}</b>}
          <span>{signalShort(one)}</span>
        </li>
      ))}
    </ul>
  );
}
