// Which sheet lies over the table.
import { signal } from "@preact/signals";

export type Sheet =
  | { kind: "pile"; letter: string }
  | { kind: "seat"; seat: number }
  | { kind: "rule"; mark: string }
  | { kind: "risk"; move: string; reason: string }
  | { kind: "log" | "menu" | "keys" | "settings" | "chat" | "known" };

export const sheet = signal<Sheet | null>(null);

export function closeSheet(): void {
  sheet.value = null;
}
