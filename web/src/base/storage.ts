// What this browser keeps. Where it refuses to (storage full or blocked), the page remembers until it is closed.
import { signal } from "@preact/signals";

type Area = "localStorage" | "sessionStorage";

/** Whether the browser has refused to keep something. */
export const keepsNothing = signal(false);

const unsaved = new Map<string, string>();

/** The text kept under a name, or null. */
export function readText(name: string, area: Area = "localStorage"): string | null {
  try {
    return unsaved.get(name) ?? window[area].getItem(name);
  } catch {
    return null;
  }
}

/** Keep a text; tells whether it outlives this page. */
export function writeText(name: string, text: string, area: Area = "localStorage"): boolean {
  try {
    window[area].setItem(name, text);
    unsaved.delete(name);
    return true;
  } catch {
    unsaved.set(name, text);
    keepsNothing.value ||= area === "localStorage";
    return false;
  }
}

export function forget(name: string, area: Area = "localStorage"): void {
  unsaved.delete(name);
  try {
    window[area].removeItem(name);
  } catch {
    // Blocked storage holds nothing to forget.
  }
}

/** The value kept as JSON under a name; null where there is none, or none that can be read. */
export function read<T>(name: string, area?: Area): T | null {
  try {
    return JSON.parse(readText(name, area) ?? "null") as T | null;
  } catch {
    return null;
  }
}

/** Keep a value as JSON; tells whether it outlives this page. */
export function write(name: string, value: unknown, area?: Area): boolean {
  return writeText(name, JSON.stringify(value), area);
}
