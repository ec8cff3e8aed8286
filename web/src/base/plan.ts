// A hint's plan as the turn goes: how much of it is played, or that the turn has gone another way.
import type { Advice, TableView } from "./protocol";

/** How many moves of the plan are played; null once the turn is over or went another way. */
export function played(advice: Advice, { game }: TableView): number | null {
  if (!game || game.status !== "playing" || game.turn !== advice.turn) return null;
  const laid = game.turns.find(({ turn }) => turn === game.turn)?.moves ?? [];
  const since = laid.slice(advice.laid);
  const kept = since.every(({ card, pile }, n) => advice.moves[n] === `${card}${pile}`);
  return kept && laid.length >= advice.laid ? since.length : null;
}
