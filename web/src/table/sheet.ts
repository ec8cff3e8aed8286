// Which sheet lies over the table.
import { signal } from "@preact/signals";
import type { Move } from "../base/move";
import type { MarkName, PileLetter, ToldLoss } from "../base/protocol";

export type Sheet =
  | { kind: "pile"; letter: PileLetter }
  | { kind: "seat"; seat: number }
  | { kind: "rule"; mark: MarkName }
  | { kind: "risk"; move: Move; reason: ToldLoss }
  | { kind: "log" | "menu" | "keys" | "settings" | "known" | "map" | "take" };

export const sheet = signal<Sheet | null>(null);

export function closeSheet(): void {
  sheet.value = null;
}
