// What a theme is about, in one or two cards: a small step, a card kept, ten back, a command.
import type { MarkName, PuzzleTheme } from "../base/protocol";
import { Card } from "../parts/Card";

/** The cards of a theme; null is a place that stays empty. */
const CARDS: Partial<Record<PuzzleTheme, [number, number | null]>> = {
  room: [58, 59],
  wait: [42, null],
  ten: [75, 65],
};

const COMMANDS: Partial<Record<PuzzleTheme, number>> = {
  fire: 92,
  stop: 84,
  skull: 24,
  three: 33,
  "no-retro": 49,
  "one-pile": 16,
  "draw-one": 67,
};

export function Picture({ theme }: { theme: PuzzleTheme }) {
  const cards = CARDS[theme];
  return (
    <span class="pair" aria-hidden="true">
      {cards ? (
        cards.map((card) => (card === null ? <i key="none" class="bare" /> : <Card key={card} card={card} />))
      ) : (
        <Card card={COMMANDS[theme] ?? 50} mark={theme as MarkName} />
      )}
    </span>
  );
}
