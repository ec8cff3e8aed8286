// Every step by keyboard. Single letters can be switched off; each action has a button too.
import { useLayoutEffect, useRef } from "preact/hooks";
import { preferences } from "../preferences/preferences";
import { sheet } from "../table/sheet";
import type { Key } from "../base/text";
import type { Watching } from "./watching";

export interface KeyActs {
  play: () => void;
  share: () => void;
  help: () => void;
  /** The next or the last of the turns worth a look. */
  jump: (by: 1 | -1) => void;
  /** One level out. */
  out: () => void;
  /** What a page has beside the replay, by key. */
  more?: Record<string, () => void>;
}

export const REPLAY_KEYS: [string[], Key][] = [
  [["←", "→", "K", "J"], "replay.keys.turn"],
  [[",", "."], "replay.keys.card"],
  [["[", "]"], "replay.keys.round"],
  [["Home", "End", "0", "$"], "replay.keys.ends"],
  [["Shift ←", "Shift →"], "replay.keys.jump"],
  [["Space"], "replay.keys.play"],
  [["V"], "replay.keys.eyes"],
  [["L"], "replay.keys.link"],
  [["Esc"], "replay.keys.out"],
  [["?"], "keys.list"],
];

export function useKeys(watching: Watching, acts: KeyActs): void {
  const now = useRef(acts);
  now.current = acts;
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const element = event.target as Element;
      const typing = element.closest("textarea, select, input:not([type=range], [type=radio])");
      // A dialog takes Escape for itself, wherever the focus is.
      if (
        typing ||
        document.querySelector("dialog[open]") ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        sheet.value
      )
        return;
      if (!event.shiftKey && own(element, event.key)) return;
      if (
        named(watching, now.current, event) ||
        (preferences.value.shortcuts && letter(watching, now.current, event.key))
      ) {
        event.preventDefault();
      }
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [watching]);
}

/** A range and a radio button have keys of their own, a button is pressed by Space. */
function own(element: Element, key: string): boolean {
  if (element.matches("input")) return /^(Arrow|Home|End|Page| )/.test(key);
  return key === " " && element.matches("button, a, summary");
}

function named(watching: Watching, acts: KeyActs, { key, shiftKey }: KeyboardEvent): boolean {
  const turn = watching.turn.value;
  if (shiftKey && key === "ArrowLeft") acts.jump(-1);
  else if (shiftKey && key === "ArrowRight") acts.jump(1);
  else if (key === "Escape") acts.out();
  else if (key === "ArrowLeft") watching.goTurn(turn - 1);
  else if (key === "ArrowRight") watching.goTurn(turn + 1);
  else if (key === "Home") watching.goTurn(0);
  else if (key === "End") watching.goTurn(watching.turns.length);
  else return false;
  return true;
}

function letter(watching: Watching, acts: KeyActs, key: string): boolean {
  const turn = watching.turn.value;
  const round = watching.table.value.seats.length;
  const steps: Record<string, () => void> = {
    k: () => watching.goTurn(turn - 1),
    j: () => watching.goTurn(turn + 1),
    ",": () => watching.goFrame(watching.at.value - 1),
    ".": () => watching.goFrame(watching.at.value + 1),
    "[": () => watching.goTurn(turn - round),
    "]": () => watching.goTurn(turn + round),
    "0": () => watching.goTurn(0),
    $: () => watching.goTurn(watching.turns.length),
    " ": acts.play,
    v: () => turnEyes(watching),
    l: acts.share,
    "?": acts.help,
    ...acts.more,
  };
  const act = steps[key.toLowerCase()];
  act?.();
  return act !== undefined;
}

/** Go to the next of some turns, or to the last one before. */
export function jump(watching: Watching, places: number[], by: 1 | -1): void {
  const here = watching.turn.value;
  const there = places.filter((place) => (by > 0 ? place > here : place < here));
  if (there.length > 0) watching.goTurn(by > 0 ? Math.min(...there) : Math.max(...there));
}

/** All hands, then each seat's eyes in turn. */
function turnEyes(watching: Watching): void {
  const seats = watching.table.value.seats.length;
  const next = (watching.eyes.value ?? -1) + 1;
  watching.eyes.value = seats < 2 || next >= seats ? null : next;
}
