// Every action by keyboard. The list is shown by "?".
import { useLayoutEffect } from "preact/hooks";
import { preferences } from "../preferences/preferences";
import type { PileLetter } from "../base/protocol";
import type { Playing } from "../session/session";
import { askHint, endTurn, lay, pick, undo } from "./acts";
import { openTalk } from "../session/talk";
import { sheet } from "./sheet";

export function useShortcuts(play: Playing): void {
  // before anything is painted: whoever sees the table can press a key
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => onKey(play, event);
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [play]);
}

function onKey(play: Playing, event: KeyboardEvent): void {
  const typing = (event.target as Element).closest("input, textarea, select");
  if (typing || document.querySelector("dialog[open]") || event.ctrlKey || event.metaKey || event.altKey || sheet.value)
    return;
  if (event.key === "ArrowLeft" || event.key === "ArrowRight") walk(event);
  if (event.key === "Escape") [play.picked.value, play.advice.value] = [null, null];
  if (!preferences.value.shortcuts) return;
  if (!act(play, event.key.toLowerCase())) return;
  event.preventDefault();
}

/** Do what a key says; tell whether it said anything. */
function act(play: Playing, key: string): boolean {
  const table = play.table.value;
  const cards = table.game?.hand.map(({ card }) => card).toSorted((a, b) => a - b) ?? [];
  if (/^[1-9]$/.test(key)) {
    const card = cards[Number(key) - 1];
    if (card !== undefined) choose(play, card);
  } else if (/^[a-d]$/.test(key)) {
    const letter = key.toUpperCase() as PileLetter;
    if (play.picked.value === null) sheet.value = { kind: "pile", letter };
    else lay(play, play.picked.value, letter);
  } else if (key === "e") endTurn(play);
  else if (key === "u") undo(play);
  else if (key === "h") askHint(play);
  else if (key === "s" && table.you !== null && table.seats.length > 1) sheet.value = { kind: "seat", seat: table.you };
  else if (key === "l") sheet.value = { kind: "log" };
  else if (key === "t") openTalk(table);
  else if (key === "m") sheet.value = { kind: "menu" };
  else if (key === "?") sheet.value = { kind: "keys" };
  else return false;
  return true;
}

function choose(play: Playing, card: number): void {
  pick(play, card);
  document.querySelector<HTMLElement>(`[data-testid=card-${card}]`)?.focus();
}

function walk(event: KeyboardEvent): void {
  const group = (event.target as Element).closest(".hand, .piles, .seats, .actions");
  const buttons = [...((group ?? document.querySelector(".hand"))?.querySelectorAll<HTMLElement>("button") ?? [])];
  if (buttons.length === 0) return;
  const at = buttons.indexOf(event.target as HTMLElement);
  const step = event.key === "ArrowRight" ? 1 : -1;
  buttons[at < 0 ? 0 : (at + step + buttons.length) % buttons.length]?.focus();
  event.preventDefault();
}
