// "It is your turn": in the title, by a sound, and as a notification where that is allowed.
import type { TableView } from "./protocol";
import { preferences } from "./preferences";
import { chime } from "./sound";
import { t } from "./text";

const PLAIN = "nonante";

export function alertTurn(table: TableView): void {
  if (table.seats.length === 1) return;
  document.title = `● ${t("turn.yours")} – ${PLAIN}`;
  chime();
  if (
    document.hidden &&
    preferences.value.alerts &&
    "Notification" in window &&
    Notification.permission === "granted"
  ) {
    const card = new Notification(t("turn.yours"), { body: t("alert.body", { code: table.code }), tag: table.code });
    card.addEventListener("click", () => {
      window.focus();
      card.close();
    });
  }
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
