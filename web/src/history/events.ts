// The events one takes part in, each with the secret of one's seat.
import { signal } from "@preact/signals";
import { read, write } from "../base/storage";

const STORED = "nonante.events";

export const ownEvents = signal<Record<string, string>>(stored());

function stored(): Record<string, string> {
  return read<Record<string, string>>(STORED) ?? {};
}

/** Keep an event; one that was prepared here has no seat of one's own yet. */
export function keepEvent(event: string, token: string): void {
  save({ ...stored(), [event]: token });
}

export function forgetEvent(event: string): void {
  const { [event]: _, ...rest } = stored();
  save(rest);
}

function save(events: Record<string, string>): void {
  ownEvents.value = events;
  write(STORED, events);
}
