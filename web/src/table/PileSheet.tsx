// About one pile: what lies on it, what others say, and what one may say about it.
import { fitsText, nameAt, signalText } from "../base/view";
import type { PileLetter } from "../base/protocol";
import type { Playing } from "../session/session";
import { t } from "../base/text";
import { RuleText } from "./RuleText";
import { SignalList } from "./SignalList";
import { TopWhy } from "./TopWhy";

export function PileSheet({ play, letter }: { play: Playing; letter: PileLetter }) {
  const table = play.table.value;
  const pile = table.game?.piles.find((one) => one.letter === letter);
  if (!pile) return null;
  const others = table.signals.filter((one) => one.pile === letter && one.seat !== table.you);
  return (
    <div class="stack">
      <p>{t("pile.fits", { fits: fitsText(pile) })}</p>
      {pile.mark && <RuleText mark={pile.mark} />}
      <TopWhy play={play} letter={letter} />
      {others.map((one) => (
        <p key={`${one.seat}${one.signal}`}>
          <b>{nameAt(table, one.seat)}</b> – {signalText(table, one)}
        </p>
      ))}
      {table.seats.length > 1 && table.you !== null && <SignalList play={play} about={(one) => one.pile === letter} />}
      {table.you !== null && <p class="dim">{t("pile.how")}</p>}
    </div>
  );
}
