// Dragging a card onto a pile with mouse, pen or finger.
import { signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { PileLetter } from "../base/protocol";
import type { Playing } from "../session/session";
import { lay } from "./acts";

/** The pile under the dragged card. */
export const over = signal<PileLetter | null>(null);

const SLACK = 8;

/** Where a pile is in the window. */
type Place = readonly [PileLetter, DOMRect];

interface Hold {
  card: number;
  x: number;
  y: number;
  /** Measured as the card begins to move: asking what lies under the finger would lay out the page for each move. */
  piles: Place[] | null;
}

export function useDrag(play: Playing) {
  const hold = useRef<Hold | null>(null);

  function down(event: PointerEvent, card: number): void {
    if (event.button !== 0) return;
    hold.current = { card, x: event.clientX, y: event.clientY, piles: null };
    // A quick hand has left the card before its first move is told.
    (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
  }

  function move(event: PointerEvent): void {
    const held = hold.current;
    const button = event.currentTarget as HTMLElement;
    if (!held) return;
    const [x, y] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.piles) {
      if (Math.hypot(x, y) < SLACK) return;
      held.piles = placesOfPiles();
      button.dataset["dragged"] = "true";
      play.picked.value = held.card;
    }
    button.style.setProperty("translate", `${x}px ${y}px`);
    over.value = pileAt(held.piles, event);
  }

  function up(event: PointerEvent): void {
    const held = hold.current;
    hold.current = null;
    if (!held?.piles) return;
    const button = event.currentTarget as HTMLElement;
    const pile = event.type === "pointerup" ? pileAt(placesOfPiles(), event) : null;
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

function placesOfPiles(): Place[] {
  return [...document.querySelectorAll<HTMLElement>(".pile [data-pile]")].map((button) => [
    button.dataset["pile"] as PileLetter,
    (button.closest(".pile") as HTMLElement).getBoundingClientRect(),
  ]);
}

function pileAt(places: Place[], { clientX: x, clientY: y }: PointerEvent): PileLetter | null {
  const found = places.find(([, { left, right, top, bottom }]) => x >= left && x <= right && y >= top && y <= bottom);
  return found?.[0] ?? null;
}
