// The worker of the installed client: keeps the shell, so that the client opens and says kindly that nobody answers.
// Tables live on the server alone: nothing of /api or /ws is ever kept.
const VERSION = "__VERSION__";
const BASE = new URL(".", location.href).pathname;
const SHELL = "__SHELL__".map((name) => BASE + name);
const SLOW = 4000;

addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(VERSION)
      .then((kept) => kept.addAll(SHELL))
      .then(() => self.skipWaiting()),
  );
});

addEventListener("activate", (event) => event.waitUntil(tidy()));

async function tidy() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== VERSION).map((name) => caches.delete(name)));
  await self.clients.claim();
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || /^(api|ws)\//.test(pathname.slice(BASE.length))) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (SHELL.includes(pathname)) event.respondWith(caches.match(pathname).then((kept) => kept ?? fetch(request)));
});

/** A page from the server; the kept one where nobody answers in time. */
async function page(request) {
  const kept = await caches.match(BASE);
  try {
    const answer = await Promise.race([fetch(request), kept ? late() : new Promise(() => {})]);
    return answer.status >= 500 && kept ? kept : answer;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

const late = () => new Promise((_, fail) => setTimeout(() => fail(new Error("late")), SLOW));

addEventListener("notificationclick", (event) => {
  event.notification.close();
  const address = event.notification.data ?? BASE;
  const show = async () => {
    const pages = await self.clients.matchAll({ type: "window" });
    const there = pages.find(({ url }) => new URL(url).pathname === address);
    await (there ? there.focus() : self.clients.openWindow(address));
  };
  event.waitUntil(show());
});
