// The turn being watched: in words, and in the address.
import { effect, untracked } from "@preact/signals";
import { address } from "../net/address";
import { speakAloud } from "../base/notice";
import { t } from "../base/text";
import { nameAt } from "../base/view";
import { addressOf } from "./address";
import type { Watching } from "./watching";

/** The turn in words; how many there are is told once the end is. */
export function turnText(watching: Watching): string {
  const turn = watching.turn.value;
  const { seat } = watching.turns[turn] ?? {};
  if (seat === undefined) return t("replay.end");
  const name = nameAt(watching.table.value, seat);
  return t(watching.open ? "replay.turnOf" : "replay.turn", { turn: turn + 1, count: watching.turns.length, name });
}

/** Keep the turn in the address, and say it. */
export function followAddress(watching: Watching, page: string): () => void {
  let first = true;
  return effect(() => {
    const turn = watching.turn.value;
    history.replaceState(null, "", address(addressOf(page, watching.game, turn + 1)));
    if (!first) untracked(() => speakAloud(turnText(watching)));
    first = false;
  });
}
