// What this browser keeps by name, such as its seats, each with its secret.
import { signal } from "@preact/signals";
import { read, write } from "./storage";

export function keptUnder<T>(key: string) {
  const stored = (): Record<string, T> => read<Record<string, T>>(key) ?? {};
  const all = signal(stored());
  const save = (kept: Record<string, T>): void => {
    all.value = kept;
    write(key, kept);
  };
  const forget = (name: string): void => {
    const { [name]: _, ...rest } = stored();
    save(rest);
  };
  return { all, stored, save, forget };
}
