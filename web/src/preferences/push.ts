// Messages about slow games for this device, with its page closed: asked for once, and off with one tap.
import { signal } from "@preact/signals";
import { ask } from "../net/api";
import { at } from "../net/prefix";
import { ownSeats } from "../net/seats";
import { language } from "../base/text";
import { read, write } from "../base/storage";
import type { AskPush, Noted, PushOffer } from "../base/protocol";

const STORED = "nonante.push";
const PATIENCE = 30 * 86_400_000; // after "Not now"

/** What this person has said: yes, or no at some time (milliseconds since 1970). */
export type Wanted = "yes" | number;
export const wanted = signal<Wanted | null>(read<Wanted>(STORED));

function keep(answer: Wanted): void {
  wanted.value = answer;
  write(STORED, answer);
}

/** Whether this browser can show messages of a page that is closed. */
export const able = (): boolean =>
  window.isSecureContext &&
  "serviceWorker" in navigator &&
  "PushManager" in window &&
  "Notification" in window &&
  Notification.permission !== "denied";

/** Whether the question may be asked now: nobody has answered it, or said "Not now" long ago. */
export function mayAsk(now = Date.now()): boolean {
  const answer = wanted.value;
  return able() && answer !== "yes" && (answer === null || now - answer > PATIENCE || answer > now);
}

export const notNow = (): void => keep(Date.now());

const post = (path: string, body: object) => ask<Noted>(path, { method: "POST", body: JSON.stringify(body) });

/** What this server is known by, or null where it sends no messages. */
export const serverKey = async (): Promise<string | null> => (await ask<PushOffer>("/api/push")).key;

/** Ask the browser, and let the server tell this device; false where the browser does not want to. */
export async function turnOn(): Promise<boolean> {
  const key = await serverKey();
  if (key === null || (await Notification.requestPermission()) !== "granted") return false;
  await navigator.serviceWorker.register(at("/sw.js"));
  const { pushManager } = await navigator.serviceWorker.ready;
  const before = await pushManager.getSubscription();
  if (before && textOf(before.options.applicationServerKey) !== key) await before.unsubscribe(); // of another server
  const subscribed = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
  await tellServer(subscribed);
  keep("yes");
  return true;
}

/** Tell this device nothing any more. */
export async function turnOff(): Promise<void> {
  keep(Date.now());
  const there = await subscription();
  if (!there) return;
  await post("/api/push/end", { endpoint: there.endpoint }).catch(() => null); // the browser's own end is enough
  await there.unsubscribe();
}

/** Let the server know at which tables this device has seats by now. */
export async function refresh(): Promise<void> {
  if (wanted.value !== "yes" || !able()) return;
  const there = await subscription();
  if (there) await tellServer(there);
  else if (Notification.permission === "granted") await turnOn(); // the browser has let it expire
}

async function subscription(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker.getRegistration(at("/"));
  return (await worker?.pushManager.getSubscription()) ?? null;
}

async function tellServer(there: PushSubscription): Promise<void> {
  const asked: AskPush = {
    endpoint: there.endpoint,
    p256dh: textOf(there.getKey("p256dh")),
    auth: textOf(there.getKey("auth")),
    language: language.value ?? "en",
    ahead: -new Date().getTimezoneOffset(),
    seats: Object.entries(ownSeats.value).map(([code, { token }]) => ({ code, token })),
  };
  await post("/api/push", asked);
}

/** Bytes as base64url, and back. */
export function textOf(bytes: ArrayBuffer | null): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}
