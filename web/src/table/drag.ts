// Dragging a card onto a pile with mouse, pen or finger.
import { signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { PileLetter } from "../base/protocol";
import type { Playing } from "../session/session";
import { lay } from "./acts";

/** The pile under the dragged card. */
export const over = signal<PileLetter | null>(null);

const SLACK = 8;

interface Hold {
  card: number;
  x: number;
  y: number;
  moving: boolean;
}

export function useDrag(play: Playing) {
  const hold = useRef<Hold | null>(null);

  function down(event: PointerEvent, card: number): void {
    if (event.button !== 0) return;
    hold.current = { card, x: event.clientX, y: event.clientY, moving: false };
    // A quick hand has left the card before its first move is told.
    (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
  }

  function move(event: PointerEvent): void {
    const held = hold.current;
    const button = event.currentTarget as HTMLElement;
    if (!held) return;
    const [x, y] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.moving) {
      if (Math.hypot(x, y) < SLACK) return;
      held.moving = true;
      button.dataset["dragged"] = "true";
      play.picked.value = held.card;
    }
    button.style.setProperty("translate", `${x}px ${y}px`);
    over.value = pileAt(event.clientX, event.clientY);
  }

  function up(event: PointerEvent): void {
    const held = hold.current;
    hold.current = null;
    if (!held?.moving) return;
    const button = event.currentTarget as HTMLElement;
    const pile = event.type === "pointerup" ? over.value : null;
    over.value = null;
    if (pile) lay(play, held.card, pile);
    play.picked.value = null;
    settle(button);
    button.addEventListener("click", stop, { capture: true, once: true });
    setTimeout(() => button.removeEventListener("click", stop, { capture: true }), 50);
  }

  return (card: number) => ({
    onPointerDown: (event: PointerEvent) => down(event, card),
    onPointerMove: move,
    onPointerUp: up,
    onPointerCancel: up,
  });
}

/** Let the card glide home; if the server takes it, it leaves from where it was dropped. */
function settle(button: HTMLElement): void {
  setTimeout(() => {
    button.style.removeProperty("translate");
    delete button.dataset["dragged"];
  }, 160);
}

function stop(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}

function pileAt(x: number, y: number): PileLetter | null {
  for (const element of document.elementsFromPoint(x, y)) {
    const pile = (element as HTMLElement).closest<HTMLElement>(".pile")?.querySelector<HTMLElement>("[data-pile]");
    if (pile) return pile.dataset["pile"] as PileLetter;
  }
  return null;
}
