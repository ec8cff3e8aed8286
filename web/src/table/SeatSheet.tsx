// About one seat: one's own signals, or what the host may do for somebody who is away.
import { playsItself, signalText } from "../base/view";
import type { Playing } from "../session/session";
import { say, t } from "../base/text";
import { letStart } from "./acts";
import { closeSheet } from "./sheet";
import { SignalList } from "./SignalList";

export function SeatSheet({ play, seat }: { play: Playing; seat: number }) {
  const table = play.table.value;
  const who = table.seats[seat];
  if (!who) return null;
  const own = seat === table.you;
  const said = own ? [] : table.signals.filter((one) => one.seat === seat);
  const level = playsItself(who);
  const others = who.away && (table.host === table.you || table.asks.includes(seat));
  const may = (own || others) && who.level === null;
  const handOver = (on: boolean) => {
    play.send({ type: "hand-over", seat, on });
    closeSheet();
  };
  const mayStart = table.talk === "start-first" || table.host === table.you;
  const proposed = table.you !== null && table.seats[table.you]?.proposes === seat;
  const start = () => {
    letStart(play, seat);
    closeSheet();
  };
  return (
    <div class="stack">
      <p>
        {t("seat.cards", { count: who.count })}
        {level && ` · ${t("seat.bot")}, ${say(`level.${level}.name`) ?? level}`}
        {who.away && ` · ${t("seat.away")}`}
      </p>
      {said.map((one) => (
        <p key={`${one.signal}${one.pile}${one.command}`}>
          {signalText(table, one)}
          {one.pile && ` (${one.pile})`}
        </p>
      ))}
      {!own && table.you !== null && table.game?.starter === null && mayStart && (
        <button type="button" class="quiet" aria-pressed={proposed} data-testid="let-start" onClick={start}>
          {t("start.let", { name: who.name })}
        </button>
      )}
      {own && <SignalList play={play} about={(one) => one.pile === null} />}
      {may && (
        <button type="button" class="quiet" data-testid="hand-over" onClick={() => handOver(who.stand_in === null)}>
          {handOverText(who.stand_in !== null, own, who.name)}
        </button>
      )}
    </div>
  );
}

function handOverText(back: boolean, own: boolean, name: string): string {
  if (own) return back ? t("handOver.back") : t("handOver.own");
  return back ? t("handOver.otherBack", { name }) : t("handOver.other");
}
