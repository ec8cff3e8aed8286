// Where in the client we are: "/", "/t/CODE" or a later page such as "/learn".
import { signal } from "@preact/signals";

export const path = signal(location.pathname);

export function go(to: string): void {
  const { href, pathname } = new URL(to, location.href);
  if (href !== location.href) history.pushState(null, "", href);
  path.value = pathname;
  scrollTo(0, 0);
}

/** Follow links within the client without loading the page again. */
export function followLinks(): void {
  addEventListener("popstate", () => (path.value = location.pathname));
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest("a");
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (!link || !plain || link.target || link.hasAttribute("download")) return;
    if (link.origin !== location.origin || link.pathname.startsWith("/api")) return;
    if (link.pathname === location.pathname && link.hash) return; // within the page
    event.preventDefault();
    go(link.pathname + link.hash);
  });
}
