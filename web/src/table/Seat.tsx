// Who sits there: initial, name, cards, presence, what they signal.
import { initialOf, nameAt, playsItself, signalText, startText } from "../base/view";
import { Icon } from "../parts/Icon";
import type { SeatView, TableView } from "../base/protocol";
import { t } from "../base/text";
import { SeatFace } from "../talk/SeatFace";
import { sheet } from "./sheet";
import { SignalMarks } from "./SignalMarks";
import "./seats.css";

interface Props {
  table: TableView;
  seat: number;
  /** What a tap does, where it does not open the seat's sheet. */
  onPress?: () => void;
}

export function Seat({ table, seat, onPress = () => (sheet.value = { kind: "seat", seat }) }: Props) {
  const who = table.seats[seat];
  const { game, you } = table;
  if (!who || !game) return null;
  const active = game.starter !== null && game.active === seat;
  return (
    <li class="seat" data-active={active} data-away={who.away} data-seat={seat} data-testid={`seat-${seat}`}>
      <button type="button" class="seat-button" onClick={onPress}>
        <span class="unseen">{labelOf(table, who, seat, active)}</span>
        <span
          class="avatar"
          aria-hidden="true"
          data-seat={seat}
          data-bot={playsItself(who) !== null || who.bot}
          data-place={`seat-${seat}`}
        >
          {initialOf(table, seat)}
        </span>
        <span class="seat-name one-line" aria-hidden="true">
          {seat === you ? t("seat.you") : who.name}
        </span>
        <span class="seat-count" aria-hidden="true">
          <i />
          {who.count}
        </span>
        {who.away && (
          <span class="seat-away" aria-hidden="true">
            <Icon name="away" />
            <span>{t("seat.away")}</span>
          </span>
        )}
        {game.starter === null && <Start table={table} who={who} />}
      </button>
      <SignalMarks table={table} seat={seat} />
      <SeatFace seat={seat} />
    </li>
  );
}

/** What this seat says about who starts; on a phone a proposal is an arrow and a name. */
function Start({ table, who }: { table: TableView; who: SeatView }) {
  const said = startText(table, who, false);
  if (!said) return null;
  const whom = who.proposes === table.you ? t("seat.you") : nameAt(table, who.proposes);
  return (
    <span class="seat-wish" aria-hidden="true">
      <span class={`one-line ${who.proposes === null ? "" : "seat-long"}`}>{said}</span>
      {who.proposes !== null && <span class="seat-short one-line">→ {whom}</span>}
    </span>
  );
}

function labelOf(table: TableView, who: SeatView, seat: number, active: boolean): string {
  const signals = table.signals.filter((one) => one.seat === seat && !one.pile).map((one) => signalText(table, one));
  const parts = [
    seat === table.you ? t("seat.isYou", { name: who.name }) : who.name,
    t("seat.cards", { count: who.count }),
    active ? t("seat.active") : "",
    who.level || who.bot ? t("seat.bot") : "",
    who.stand_in ? t("seat.standIn") : "",
    who.away ? t("seat.away") : "",
    table.game?.starter === null ? startText(table, who, true) : "",
    ...signals,
  ];
  return parts.filter(Boolean).join(", ");
}
