// Who laid the top of a pile, and why, where it was a computer player and the log still shows it.
import { useEffect } from "preact/hooks";
import type { LoggedTurn, PileLetter } from "../base/protocol";
import type { Playing } from "../session/session";
import { t } from "../base/text";
import { nameAt, playsItself } from "../base/view";
import { Reasons } from "./Reasons";

export function TopWhy({ play, letter }: { play: Playing; letter: PileLetter }) {
  const table = play.table.value;
  const top = table.game?.piles.find((pile) => pile.letter === letter)?.top;
  const laid = (turn: LoggedTurn) => turn.moves.findIndex(({ card, pile }) => card === top && pile === letter);
  const turn = table.game?.turns.find((one) => laid(one) >= 0);
  const who = turn ? table.seats[turn.seat] : null;
  const asks = turn && who && playsItself(who) !== null;
  useEffect(() => {
    if (asks && play.told.peek()?.turn !== turn.turn) play.send({ type: "why", turn: turn.turn });
  }, [asks, turn?.turn]);
  const told = play.told.value;
  if (!asks || told?.turn !== turn.turn) return null;
  return (
    <div data-testid="top-why">
      <b>{t("news.signal", { name: nameAt(table, turn.seat), what: top })}</b>
      <Reasons reasons={told.reasons.filter(({ place }) => place === laid(turn))} kind="told" />
    </div>
  );
}
