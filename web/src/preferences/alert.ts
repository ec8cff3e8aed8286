// "It is your turn": in the title, by a sound, a buzz, and as a notification where that is allowed.
import { address } from "../net/address";
import { at } from "../net/prefix";
import type { TableView } from "../base/protocol";
import { preferences } from "./preferences";
import { chime } from "./sound";
import { t } from "../base/text";

const PLAIN = "nonante";

export function alertTurn(table: TableView): void {
  if (table.seats.length === 1) return;
  document.title = `● ${t("turn.yours")} – ${PLAIN}`;
  chime();
  buzz();
  if (document.hidden && preferences.value.alerts) void notify(table.code);
}

/** A short buzz, where the device has one and the person wants it. */
export function buzz(): void {
  if (preferences.value.vibrate && "vibrate" in navigator) navigator.vibrate([60, 60, 60]);
}

/** Phones show notifications of a worker only; where there is none, the page shows its own. */
async function notify(code: string): Promise<void> {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  const options = {
    body: t("alert.body", { code }),
    tag: code,
    icon: at("/icon-192.png"),
    data: address(`/t/${code}`),
  };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) {
    await worker.showNotification(t("turn.yours"), options);
    return;
  }
  const card = new Notification(t("turn.yours"), options);
  card.addEventListener("click", () => {
    window.focus();
    card.close();
  });
}

export function calm(): void {
  document.title = PLAIN;
}

export function mayAlert(): boolean {
  return "Notification" in window && window.isSecureContext && Notification.permission !== "denied";
}

export async function allowAlerts(): Promise<boolean> {
  return mayAlert() && (await Notification.requestPermission()) === "granted";
}
