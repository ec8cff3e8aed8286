// Where in the client we are: "/", "/t/CODE" or a later page such as "/learn", "/rules#R24", "/replay/…".
import { signal } from "@preact/signals";
import { address, pageOf } from "./address";

const RULES = "/rules";
export const path = signal(pageOf(location));
/** What the address points at within its page, such as "R24". */
export const place = signal(location.hash.slice(1));
/** The table or the lesson that stays open below the rules while something is looked up there. */
export const under = signal<string | null>(null);

export function go(to: string): void {
  const there = new URL(address(to), location.href);
  if (pageOf(there) !== pageOf(location)) history.pushState(null, "", there);
  else if (there.hash) history.replaceState(null, "", there);
  arrive();
  if (!under.value) scrollTo(0, 0);
}

/** Go there in the place of this page: a step back leads to what was before. */
export function replace(to: string): void {
  history.replaceState(null, "", new URL(address(to), location.href));
  arrive();
}

function arrive(): void {
  const page = pageOf(location);
  const game = /^\/(t\/|learn)/.test(path.value) ? path.value : null;
  under.value = page === RULES ? (under.value ?? game) : null;
  path.value = page;
  place.value = location.hash.slice(1);
}

/** Follow links within the client without loading the page again. */
export function followLinks(): void {
  addEventListener("popstate", arrive);
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest("a");
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (!link || !plain || link.target || link.hasAttribute("download")) return;
    const to = pageOf(link);
    if (link.origin !== location.origin || to.startsWith("/api")) return;
    // Within a page the browser knows the way; looking up rule after rule is one step back to the table.
    if (to === pageOf(location) && link.hash && to !== RULES) return;
    event.preventDefault();
    go(to + link.hash);
  });
}
