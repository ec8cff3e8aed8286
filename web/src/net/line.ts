// Whether anybody answers: known to every page, and told in one place.
import { host } from "#host";
import { computed, signal } from "@preact/signals";

/** What the socket in use says. */
export const line = signal<"fine" | "lost">("fine");
const connected = (): boolean => host.alone || navigator.onLine !== false;
const online = signal(connected());

/** Nobody answers just now: the device is offline, or the server is not there. */
export const lost = computed(() => !online.value || line.value === "lost");
export const offline = computed(() => !online.value);

const look = (): void => void (online.value = connected());
addEventListener("online", look);
addEventListener("offline", look);

const WAITS = [500, 1000, 2000, 4000, 8000];

/** Do something over the network until it works or `wanted` says no; `failed` hears of each try that did not. */
export async function persist<T>(
  act: () => Promise<T>,
  wanted: () => boolean,
  failed: () => void,
  tries = 0,
): Promise<T | null> {
  if (!wanted()) return null;
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error; // what fetch and import throw when nobody answers
  }
  failed();
  await pause(WAITS[Math.min(tries, WAITS.length - 1)] ?? 0);
  return persist(act, wanted, failed, tries + 1);
}

/** Wait, or less where the network comes back before. */
function pause(time: number): Promise<void> {
  return new Promise((go) => {
    const done = (): void => {
      clearTimeout(timer);
      removeEventListener("online", done);
      go();
    };
    const timer = window.setTimeout(done, time);
    addEventListener("online", done);
  });
}
