// What a person does at the table, from mouse, finger or keys alike.
import { cardInHand, everyMoveLoses, myTurn, nameAt, optionOn } from "../base/view";
import { layOf, readMove, writeMove, type Lay, type Move } from "../base/move";
import { refuse, show } from "../base/notice";
import { played } from "../base/plan";
import type { PileLetter, SignalView, TableView } from "../base/protocol";
import type { Playing } from "../session/session";
import { say, t } from "../base/text";
import { gameId } from "../history/history";
import { sheet } from "./sheet";

export function pick(play: Playing, card: number): void {
  play.picked.value = play.picked.value === card ? null : card;
}

/** Lay the card, unless the view says that it cannot be, or that it loses: then say so, or ask first. */
export function lay(play: Playing, card: number, pile: PileLetter): void {
  const table = play.table.value;
  const { game } = table;
  const option = game ? optionOn(cardInHand(game, card), pile) : undefined;
  if (!game) return;
  if (play.pending.value) return play.afterwards(() => lay(play, card, pile));
  if (!myTurn(table)) {
    refuseNow(play);
  } else if (!option?.ok) {
    const code = option?.refusal ?? "";
    const top = game.piles.find(({ letter }) => letter === pile)?.top;
    const details = { card, top, pile: code === "one-pile" ? game.lock : pile };
    show(say(`error.${code}`, details) ?? t("pile.no"), "refusal", "actions", option?.rule ?? null);
  } else if (option.loses && !isLost(table)) {
    sheet.value = { kind: "risk", move: { card, pile }, reason: option.loses };
  } else {
    move(play, { card, pile });
  }
}

export function endTurn(play: Playing): void {
  const table = play.table.value;
  const { game } = table;
  if (!game) return;
  if (play.pending.value) return play.afterwards(() => endTurn(play));
  if (!myTurn(table)) refuseNow(play);
  else if (game.end) refuse(game.end, "piles");
  else if (game.end_loses && !isLost(table)) sheet.value = { kind: "risk", move: "end", reason: game.end_loses };
  else move(play, "end");
}

let lostTurn = "";

/** Whether every way to play this turn loses: then there is nothing else to choose, and it is said once. */
function isLost(table: TableView): boolean {
  const { game } = table;
  const turn = `${gameId(table)}.${game?.turn}`;
  if (!game || lostTurn === turn) return lostTurn === turn;
  // Whoever can still take a card back has another way.
  if (game.can_undo || !everyMoveLoses(game)) return false;
  lostTurn = turn;
  show(t("risk.all"));
  return true;
}

export function move(play: Playing, chosen: Move): void {
  play.send({ type: "play", move: writeMove(chosen), seq: play.table.value.seq });
  play.picked.value = null;
}

export function undo(play: Playing): void {
  const { game, seq } = play.table.value;
  if (play.pending.value) return play.afterwards(() => undo(play));
  if (game?.can_undo) play.send({ type: "undo", seq });
  else show(say("error.nothing-to-undo") ?? "", "refusal", "piles", "R34");
}

export function askHint(play: Playing): void {
  if (!myTurn(play.table.value)) refuseNow(play);
  else if (!play.thinking.value && !play.advice.value) play.send({ type: "hint" });
}

export function signal(play: Playing, { signal: name, pile, command }: SignalView, on: boolean): void {
  play.send({ type: "signal", signal: name, pile, command, on });
}

/** The card and the pile that the plan goes on with. */
export function advisedLay({ advice, table }: Playing): Partial<Lay> {
  const plan = advice.value;
  const next = plan?.moves[played(plan, table.value) ?? plan.moves.length];
  return next === undefined ? {} : layOf(readMove(next));
}

/** Propose that another seat starts, or take that back; where nobody may talk, the host's word is final. */
export function letStart(play: Playing, seat: number): void {
  const table = play.table.value;
  const proposed = table.you === null ? null : table.seats[table.you]?.proposes;
  if (table.talk !== "start-first") play.send({ type: "start", seat });
  else play.send({ type: "propose", seat: proposed === seat ? null : seat });
}

function refuseNow(play: Playing): void {
  show(notNow(play), "refusal", "piles", play.table.value.paused ? null : "1.3");
}

/** Why this seat cannot move now. */
export function notNow(play: Playing): string {
  const table = play.table.value;
  if (table.paused) return say("error.paused") ?? "";
  if (table.you === null) return t("seat.looking");
  if (table.game?.starter === null) return say("error.start-first") ?? "";
  if (table.game?.status !== "playing") return say("error.game-over") ?? "";
  return t("turn.other", { name: nameAt(table, table.game?.active ?? null) });
}
