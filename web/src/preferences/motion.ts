// Cards travel: measure before the view changes, draw, then let every card move from where it was (FLIP).
import { moves } from "./preferences";
import type { News } from "../base/protocol";

const EASE = "cubic-bezier(0.2, 0.75, 0.25, 1)";
const TRAVEL = 210;
const GATHER = 170;
const STAGGER = 60;

let before = new Map<string, DOMRect>();
/** Pile -> a copy of what lay on top, to lie there until the new card has arrived. */
let tops = new Map<Element, Node>();

/** Remember where every card, seat and the draw pile are. Cards carry `data-card`, other places `data-place`. */
export function snapshot(): void {
  before = new Map();
  if (!moves()) return;
  for (const element of document.querySelectorAll<HTMLElement>("[data-card], [data-place]")) {
    before.set(element.dataset["card"] ?? element.dataset["place"] ?? "", element.getBoundingClientRect());
  }
  const stacks = [...document.querySelectorAll(".pile-stack")];
  tops = new Map(stacks.flatMap((stack) => (stack.firstChild ? [[stack, stack.firstChild.cloneNode(true)]] : [])));
}

/** Move every card from where it was to where it is; called when the new view is drawn. */
export function travel(root: HTMLElement, news: News[]): void {
  if (before.size === 0) return;
  const laid = new Map(news.flatMap((item) => (item.move ? [[String(item.move.card), item] as const] : [])));
  let drawn = 0;
  for (const card of root.querySelectorAll<HTMLElement>("[data-card]")) {
    const id = card.dataset["card"] ?? "";
    const from = before.get(id);
    const item = laid.get(id);
    const inHand = card.closest("[data-place=hand]") !== null;
    const hop = Boolean(item?.move?.retro);
    if (item && !inHand) {
      const flight = slide(card, from ?? before.get(`seat-${item.seat}`), { hop, far: true });
      leaveTop(card, flight);
      if (hop) flourish(card, flight);
    } else if (from) slide(card, from, { far: !inHand });
    else if (inHand) slide(card, before.get("deck"), { far: true, delay: drawn++ * STAGGER });
  }
  before = new Map();
}

/** Deal a first hand from the draw pile, card by card; a tap anywhere and all lie there. */
export function deal(root: HTMLElement): void {
  if (!moves()) return;
  const deck = root.querySelector("[data-place=deck]")?.getBoundingClientRect();
  const cards = [...root.querySelectorAll<HTMLElement>("[data-place=hand] [data-card]")];
  const flights = cards.map((card, n) => slide(card, deck, { far: true, delay: n * STAGGER }));
  addEventListener("pointerdown", () => flights.forEach((flight) => flight?.finish()), { once: true });
}

interface Way {
  hop?: boolean;
  far?: boolean;
  delay?: number;
}

function slide(card: HTMLElement, from: DOMRect | undefined, { hop = false, far = false, delay = 0 }: Way) {
  if (!from || from.width === 0) return null;
  const to = card.getBoundingClientRect();
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  if (Math.hypot(x, y) < 2) return null;
  const scale = Math.min(1.6, Math.max(0.35, from.width / to.width));
  const start = { transform: `translate(${x}px, ${y}px) scale(${scale})`, zIndex: 20 };
  const middle = { transform: `translate(${x * 0.12}px, ${y * 0.12 - 26}px) rotate(-7deg)`, offset: 0.62, zIndex: 20 };
  return card.animate([start, ...(hop ? [middle] : []), { transform: "none", zIndex: 20 }], {
    duration: hop ? TRAVEL + 120 : far ? TRAVEL : GATHER,
    delay,
    easing: EASE,
    fill: "backwards",
  });
}

/** Ten back: a ring in the colour of a gift runs out from the pile as the card lands. */
function flourish(card: HTMLElement, flight: Animation | null): void {
  const ring = document.createElement("i");
  ring.className = "ring ring-gift";
  flight?.addEventListener("finish", () => {
    card.parentElement?.append(ring);
    const frames = [
      { opacity: 0.9, scale: 0.92 },
      { opacity: 0, scale: 1.25 },
    ];
    ring.animate(frames, { duration: 420, easing: EASE }).addEventListener("finish", () => ring.remove());
  });
}

/** Let the covered card be seen until the new one has arrived. */
function leaveTop(card: HTMLElement, flight: Animation | null): void {
  const stack = card.parentElement;
  const ghost = stack && (tops.get(stack) as HTMLElement | undefined);
  if (!flight || !ghost) return;
  ghost.classList.add("ghost");
  delete ghost.dataset["card"];
  stack.append(ghost);
  flight.addEventListener("finish", () => ghost.remove());
  flight.addEventListener("cancel", () => ghost.remove());
}
