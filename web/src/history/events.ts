// The events one takes part in, each with the secret of one's seat.
import { keptUnder } from "../base/kept";

const kept = keptUnder<string>("nonante.events");
export const ownEvents = kept.all;
export const forgetEvent = kept.forget;

/** Keep an event; one that was prepared here has no seat of one's own yet. */
export function keepEvent(event: string, token: string): void {
  kept.save({ ...kept.stored(), [event]: token });
}
