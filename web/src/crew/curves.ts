// The win chance of a crew's last games, as a line; worked out once by the server, then kept on this device.
import { signal } from "@preact/signals";
import type { Review } from "../base/protocol";
import { read, write } from "../base/storage";
import { ask } from "../net/api";
import { seatHeaders } from "../net/seats";
import { pathOf } from "../review/Curve";

const STORED = "nonante.curves";
const MOST = 40;

export const curves = signal<Record<string, string>>(read<Record<string, string>>(STORED) ?? {});

/** Ask for the curves of games that have none yet, one after the other, until `stop`. */
export async function askCurves(games: string[], stop: AbortSignal): Promise<void> {
  const game = games.find((one) => curves.peek()[one] === undefined);
  if (game === undefined || stop.aborted) return;
  const options = { method: "POST", headers: seatHeaders(game), body: JSON.stringify({ game }), signal: stop };
  const review = await ask<Review>("/api/review/curve", options).catch(() => null);
  if (!review) return;
  const known = Object.entries({ ...curves.peek(), [game]: pathOf(review) });
  curves.value = Object.fromEntries(known.slice(-MOST));
  write(STORED, curves.value);
  await askCurves(games, stop);
}
