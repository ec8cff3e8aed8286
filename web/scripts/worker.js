// The worker of the installed client: keeps its files, so that it opens without a network. Of a server's tables nothing
// is ever kept; the page then says kindly that nobody answers. Without a server, the files are all there is.
const ALONE = "__ALONE__";
const BASE = new URL(".", location.href).pathname;
const OURS = `nonante ${BASE} `; // other pages of the same host keep files too
const VERSION = `${OURS}__VERSION__`;
const SHELL = "__SHELL__".map((name) => BASE + name);
const SLOW = 4000;

/** Files in assets/ change their names; of the others a host's caches may still have those of the version before. */
const fresh = (path) => (path.startsWith(`${BASE}assets/`) ? path : new Request(path, { cache: "reload" }));

addEventListener("install", (event) => {
  // A version that plays alone waits until somebody wants it; a server's page has to fit the server.
  event.waitUntil(
    caches
      .open(VERSION)
      .then((kept) => kept.addAll(SHELL.map(fresh)))
      .then(() => ALONE || self.skipWaiting()),
  );
});

addEventListener("message", ({ data }) => data === "take over" && self.skipWaiting());

addEventListener("activate", (event) => event.waitUntil(tidy()));

async function tidy() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(OURS) && name !== VERSION).map((name) => caches.delete(name)),
  );
  await self.clients.claim();
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || /^(api|ws)\//.test(pathname.slice(BASE.length))) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (SHELL.includes(pathname)) event.respondWith(file(pathname, request));
});

const kept = async (pathname) => (await caches.open(VERSION)).match(pathname);
const file = async (pathname, request) => (await kept(pathname)) ?? fetch(request);

/** A page from the server, the kept one where nobody answers in time; without a server always the kept one. */
async function page(request) {
  const own = await kept(BASE);
  if (ALONE && own) return own;
  try {
    const answer = await Promise.race([fetch(request), own ? late() : new Promise(() => {})]);
    return answer.status >= 500 && own ? own : answer;
  } catch (error) {
    if (own) return own;
    throw error;
  }
}

const late = () => new Promise((_, fail) => setTimeout(() => fail(new Error("late")), SLOW));

/** Whose turn it is in a slow game: shown unless that very table is being looked at. */
addEventListener("push", (event) => {
  const { title, body, code } = event.data.json();
  const data = `${BASE}t/${code}`;
  const show = async () => {
    const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    if (pages.some(({ url, visibilityState }) => visibilityState === "visible" && new URL(url).pathname === data))
      return;
    await self.registration.showNotification(title, { body, tag: code, icon: `${BASE}icon-192.png`, data });
  };
  event.waitUntil(show());
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  const address = new URL(event.notification.data ?? BASE, location.href).href;
  const show = async () => {
    const pages = await self.clients.matchAll({ type: "window" });
    const there = pages.find(({ url }) => url.split("#")[0] === address);
    await (there ? there.focus() : self.clients.openWindow(address));
  };
  event.waitUntil(show());
});
