// A newer version of the page: it waits until somebody wants it, and every move is kept before it comes.
import { signal } from "@preact/signals";
import { at } from "../net/prefix";

/** The worker of the newer version, once its files are all here. */
export const newVersion = signal<ServiceWorker | null>(null);

/** Keep the page and Python for times without a network, and look out for newer versions. */
export async function keepVersion(): Promise<void> {
  const kept = await navigator.serviceWorker?.register(at("/sw.js"));
  if (!kept) return;
  // An installed page asks to be spared when the browser makes room; elsewhere some browsers would ask the person.
  if (matchMedia("(display-mode: standalone)").matches) void navigator.storage?.persist();
  const look = (): void => {
    // The first version waits for nobody.
    if (kept.waiting && kept.active) newVersion.value = kept.waiting;
  };
  look();
  kept.addEventListener("updatefound", () => kept.installing?.addEventListener("statechange", look));
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) void kept.update().catch(() => null);
  });
}

/** Let the newer version take over, here and in every other tab. */
export function changeVersion(): void {
  newVersion.value?.postMessage("take over");
}

/** Whoever is handed to a newer version loads it; the first one is what is here already. */
export function followVersion(): void {
  const { serviceWorker } = navigator;
  let before = serviceWorker?.controller;
  serviceWorker?.addEventListener("controllerchange", () => {
    if (before) location.reload();
    before = serviceWorker.controller;
  });
}
