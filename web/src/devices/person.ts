// Who one is on several devices: the secret of this one, and what goes to and fro between them and the server.
import { effect, signal } from "@preact/signals";
import { forget, read, write } from "../base/storage";
import type { AskRemoval, AskSync, DeviceInfo, PairedDevice, PairingCode, Removed, Synced } from "../base/protocol";
import { forgetCrew, ownCrews } from "../history/crews";
import { forgetEvent, ownEvents } from "../history/events";
import { ask } from "../net/api";
import { Refusing } from "../net/refusing";
import { forgetSeat, ownSeats, PERSON } from "../net/seats";
import { refresh } from "../preferences/push";
import { itemsHere, markOf, takeItems } from "./items";

interface Kept extends PairedDevice {
  /** How much of what is shared has come here. */
  place: string | null;
  /** Marks of the texts that the server has. */
  shared: string[];
}

const SOON = 1500;
/** Bytes of texts in one request. */
const AT_ONCE = 40_000;

export const paired = signal(stored());
export const devices = signal<DeviceInfo[] | null>(null);

function stored(): Kept | null {
  return read<Kept>(PERSON);
}

function keep(next: Kept): void {
  paired.value = next;
  write(PERSON, next);
}

const post = <T>(path: string, body: object): Promise<T> =>
  ask<T>(path, { method: "POST", body: JSON.stringify(body) });

const own = ({ person, token }: PairedDevice) => ({ person, token });

/** A code for another device; the first one makes a person of whoever sits here. */
export async function newCode(): Promise<PairingCode> {
  if (!stored()) become(await post<PairedDevice>("/api/devices", { name: deviceName() }));
  const me = stored();
  if (!me) throw new TypeError("no answer");
  return post<PairingCode>("/api/devices/code", { own: own(me) });
}

/** Pair this device with the one that shows a code; what it had before goes along. */
export async function joinWith(code: string): Promise<void> {
  const before = stored();
  const joined = await post<PairedDevice>("/api/devices/join", { code, name: deviceName() });
  become(joined);
  if (before && before.person !== joined.person) await leave(before).catch(() => null);
  await sync();
}

function become({ person, device, token }: PairedDevice): void {
  keep({ person, device, token, place: null, shared: [] });
  followChanges();
}

/** Remove a device, perhaps this one. */
export async function remove(device: string): Promise<void> {
  const me = stored();
  if (!me) return;
  const asked: AskRemoval = { own: own(me), device };
  await post<Removed>("/api/devices/remove", asked);
  if (device === me.device) stop();
  else await sync();
}

const leave = (me: Kept): Promise<Removed> => post<Removed>("/api/devices/remove", { own: own(me), device: me.device });

function stop(): void {
  forget(PERSON);
  paired.value = null;
  devices.value = null;
}

let running: Promise<void> | null = null;
let again = false;

/** Give what is new here, get what is new elsewhere; one at a time. */
export async function sync(): Promise<void> {
  again = running !== null;
  running ??= exchangeAll().finally(() => (running = null));
  await running;
}

async function exchangeAll(): Promise<void> {
  try {
    await exchangeOn();
  } catch (error) {
    if (!(error instanceof Refusing) || !error.refusal.code.startsWith("device")) throw error;
    if (error.refusal.code === "device-removed") {
      forgetSecrets();
      void refresh().catch(() => null); // no turns are told here any more
    }
    stop();
    throw error;
  }
}

async function exchangeOn(): Promise<void> {
  again = false;
  const more = await exchange();
  if (more || again) await exchangeOn();
}

/** What others of one's devices have given: seats and crews. */
function forgetSecrets(): void {
  for (const code of Object.keys(ownSeats.value)) forgetSeat(code);
  for (const crew of Object.keys(ownCrews.value)) forgetCrew(crew);
  for (const event of Object.keys(ownEvents.value)) forgetEvent(event);
}

/** One request; tells whether there is more to do. */
async function exchange(): Promise<boolean> {
  const me = stored();
  if (!me) return false;
  const known = new Set(me.shared);
  const here = itemsHere();
  const fresh = here.filter((text) => !known.has(markOf(text)));
  const items = fitting(fresh);
  const asked: AskSync = { own: own(me), items, after: me.place };
  const answer = await post<Synced>("/api/devices/sync", asked);
  devices.value = answer.devices;
  const news = answer.items.filter((text) => !known.has(markOf(text)));
  takeItems(news);
  if (news.some((text) => text.startsWith('["seat"'))) void refresh().catch(() => null); // its turns are told here, too
  const now = stored();
  if (now?.token !== me.token) return false;
  for (const text of [...items, ...answer.items]) known.add(markOf(text));
  keep({ ...now, place: answer.place, shared: [...known].slice(-MARKS) });
  return answer.more || items.length < fresh.length;
}

const MARKS = 6000;
/** A request has at most so many texts. */
const MOST = 1000;

/** As many as go into one request; at least one. */
function fitting(texts: string[]): string[] {
  let size = 0;
  const end = texts.findIndex((text, place) => (size += text.length * 2) > AT_ONCE || place >= MOST);
  return end < 0 ? texts : texts.slice(0, Math.max(1, end));
}

let following = false;

/** Share whatever changes here, and look for news when somebody looks at the page again. */
export function followChanges(): void {
  if (following) return;
  following = true;
  let timer = 0;
  const soon = (): void => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void sync().catch(() => null), SOON);
  };
  document.addEventListener("visibilitychange", () => document.hidden || soon());
  addEventListener("online", soon);
  effect(() => {
    if (paired.value === null) return;
    itemsHere();
    soon();
  });
}

/** What this device is called in the list: its browser and its system, as they call themselves. */
function deviceName(): string {
  const agent = navigator.userAgent;
  const named = (names: string[]): string | undefined => names.find((name) => agent.includes(name));
  const browser = named(["Firefox", "Edg", "OPR", "Chrome", "Safari"]) ?? "";
  const system = named(["iPhone", "iPad", "Android", "Windows", "Mac", "CrOS", "Linux"]) ?? "";
  return [browser.replace("Edg", "Edge").replace("OPR", "Opera"), system].filter(Boolean).join(", ") || "?";
}
