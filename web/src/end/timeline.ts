// The moment a game ends, as animations with a beginning each; skipping it is finishing them all.
import type { LoggedTurn } from "../base/protocol";

const EASE = "cubic-bezier(0.2, 0.75, 0.25, 1)";

/** Milliseconds: when something begins, how long it takes, how far apart its parts are. */
export const WIN = {
  ring: [180, 500],
  glide: [700, 300],
  sweep: [1000, 420, 6],
  breathe: [2000, 400],
  rise: 2400,
} as const;
export const LOSS = { grey: [0, 240, 70], say: [300, 200], rise: 1800, lay: [180, 6] } as const;
export const RISE = [200, 80] as const;

const gone = { opacity: 0 };

function animate(element: Element, frames: Keyframe[], begin: number, length: number, fill: FillMode): Animation {
  return element.animate(frames, { delay: begin, duration: length, easing: EASE, fill });
}

/** The result, part by part. */
export function rise(page: Element, begin: number): Animation[] {
  const frames = [
    { opacity: 0, transform: "translateY(14px)" },
    { opacity: 1, transform: "none" },
  ];
  const [length, apart] = RISE;
  return [...page.querySelectorAll("[data-rise]")].map((part, n) =>
    animate(part, frames, begin + n * apart, length, "backwards"),
  );
}

/** The last card rings, the piles glide to the hand's place, their cards become the mark. */
export function winning(table: Element, page: Element, turns: LoggedTurn[]): Animation[] {
  const last = turns.at(-1)?.moves.at(-1)?.pile;
  const stack = table.querySelector(`[data-pile="${last}"] .pile-stack`);
  return [
    ...(stack ? ring(stack) : []),
    ...glide(table),
    ...sweep(table, page, turns),
    ...breathe(page),
    ...rise(page, WIN.rise),
  ];
}

function ring(stack: Element): Animation[] {
  const [begin, length] = WIN.ring;
  return [0, 1].map((n) => {
    const circle = document.createElement("i");
    circle.className = "ring";
    stack.append(circle);
    const frames = [
      { opacity: 0, scale: 0.9 },
      { opacity: 0.7, scale: 1.1 },
      { opacity: 0, scale: 1.4 + n * 0.35 },
    ];
    const flight = animate(circle, frames, begin + n * 90, length, "both");
    flight.addEventListener("finish", () => circle.remove());
    return flight;
  });
}

/** Everything but the piles fades; these go where the hand was. */
function glide(table: Element): Animation[] {
  const [begin, length] = WIN.glide;
  const piles = table.querySelector(".piles");
  const fading = [...table.children].filter((part) => part !== piles);
  const frames = [{}, gone];
  const away = fading.map((part) => animate(part, frames, begin, length, "forwards"));
  if (!piles) return away;
  const down = [{}, { translate: `0 ${glideBy(table)}px` }];
  const [start, each, apart] = WIN.sweep;
  return [
    ...away,
    animate(piles, down, begin, length, "forwards"),
    animate(piles, frames, start + 60 * apart, each, "forwards"),
  ];
}

function glideBy(table: Element): number {
  const piles = table.querySelector(".piles")?.getBoundingClientRect();
  const bottom = Math.min(table.getBoundingClientRect().bottom, innerHeight);
  return piles ? Math.max(0, bottom - 16 - piles.bottom) : 0;
}

/** Each card flies from the pile it was laid on to its place in the mark. */
function sweep(table: Element, page: Element, turns: LoggedTurn[]): Animation[] {
  const homes = new Map(turns.flatMap(({ moves }) => moves.map(({ card, pile }) => [card, pile] as const)));
  const down = glideBy(table);
  return [...page.querySelectorAll<HTMLElement>("[data-bit]")].flatMap((bit, n) => {
    const pile = homes.get(Number(bit.dataset["bit"])) ?? "ABCD"[n % 4];
    const from = table.querySelector(`[data-pile="${pile}"] .pile-stack`)?.getBoundingClientRect();
    return from ? fly(bit, n, from, down) : [];
  });
}

/** One card in the air, with its number until it is there. */
function fly(bit: Element, n: number, from: DOMRect, down: number): Animation[] {
  const [begin, length, apart] = WIN.sweep;
  const to = bit.getBoundingClientRect();
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 + down - to.top - to.height / 2;
  const swing = ((n * 37) % 60) - 30;
  const leave = { translate: `${x}px ${y}px`, scale: 2.4, rotate: `${swing}deg`, opacity: 0 };
  const air = { translate: `${x * 0.8 + swing}px ${y * 0.75}px`, scale: 2.2, rotate: `${swing * 2}deg`, opacity: 1 };
  const there = { translate: "0 0", scale: 1, rotate: "0deg", opacity: 1 };
  const flight = animate(bit, [leave, { ...air, offset: 0.2 }, there], begin + n * apart, length, "backwards");
  const numeral = bit.firstElementChild;
  if (!numeral) return [flight];
  const fades = [{ opacity: 1 }, { opacity: 1, offset: 0.7 }, gone];
  return [flight, animate(numeral, fades, begin + n * apart, length, "backwards")];
}

function breathe(page: Element): Animation[] {
  const [begin, length] = WIN.breathe;
  const frames = [{}, { transform: "scale(1.045)" }, {}];
  return [...page.querySelectorAll(".ninetyeight")].map((mark) => animate(mark, frames, begin, length, "none"));
}

/** What does not fit goes grey from the left; the sentence; then the result. */
export function losing(table: Element, page: Element, words: HTMLElement): Animation[] {
  const [begin, length, apart] = LOSS.grey;
  const grey = [{}, { filter: "grayscale(1) brightness(0.68)", translate: "0 3px" }];
  const theirs = words.querySelectorAll(".card");
  const cards = [...(theirs.length > 0 ? theirs : table.querySelectorAll(".hand .card"))];
  const [said, saying] = LOSS.say;
  makeRoom(table, words);
  return [
    ...cards.map((card, n) => animate(card, grey, begin + n * apart, length, "forwards")),
    ...[...words.children].map((part) => animate(part, [gone, {}], said, saying, "backwards")),
    ...underneath(table, words).map((part) => animate(part, [{}, gone], said, saying, "forwards")),
    ...[...table.children, words].map((part) => animate(part, [{}, gone], LOSS.rise - 100, 200, "forwards")),
    ...rise(page, LOSS.rise),
    ...laying(page),
  ];
}

/** The mark lays itself, and where cards are missing its holes open. */
function laying(page: Element): Animation[] {
  const [length, apart] = LOSS.lay;
  return [...page.querySelectorAll("[data-bit]")].map((bit, n) =>
    animate(bit, [{ opacity: 0, scale: 0.4 }, {}], LOSS.rise + n * apart, length, "backwards"),
  );
}

/** Put the sentence where most room is, over, under or beside the piles, and the button in the place of the others. */
function makeRoom(table: Element, words: HTMLElement): void {
  const rect = (selector: string) => table.querySelector(selector)?.getBoundingClientRect();
  const [piles, hand, side, actions] = [rect(".piles"), rect(".hand"), rect(".side"), rect(".actions")];
  const [sentence, button] = words.children as unknown as HTMLElement[];
  if (!piles || !hand || !sentence || !button) return;
  const faces = [...table.querySelectorAll(".pile")].map((pile) => pile.getBoundingClientRect());
  const [top, bottom] = [Math.min(...faces.map((one) => one.top)), Math.max(...faces.map((one) => one.bottom))];
  const over = { left: piles.left, width: piles.width, top: 0, height: top };
  const under = { left: piles.left, width: piles.width, top: bottom, height: hand.top - bottom };
  const beside = side && side.left > piles.right - 1 ? side : over;
  const room = [over, under, beside].toSorted((one, other) => other.height - one.height)[0] ?? over;
  settle(sentence, room);
  if (actions) settle(button, actions);
}

const meets = (one: DOMRect, other: DOMRect): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** What the words would lie on: it gives way to them; piles and hand stay. */
function underneath(table: Element, words: Element): Element[] {
  const said = [...words.children].map((part) => part.getBoundingClientRect());
  return [...table.children].filter(
    (part) => !part.matches(".piles, .hand") && said.some((box) => meets(box, part.getBoundingClientRect())),
  );
}

function settle(
  part: HTMLElement,
  { left, top, width, height }: Pick<DOMRect, "left" | "top" | "width" | "height">,
): void {
  Object.assign(part.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, minHeight: `${height}px` });
}
