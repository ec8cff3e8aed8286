// All numbers to tap; arrows walk among them, so that one Tab passes the whole grid.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import "./box.css";

const FIRST = 2;
const LAST = 99;
const NUMBERS = Array.from({ length: LAST - FIRST + 1 }, (_, n) => n + FIRST);

/** How a number stands: chosen here, or for something else; what it says then, and the sign on it. */
export interface Cell {
  pressed: boolean;
  elsewhere: boolean;
  label: string | undefined;
  sign: ComponentChildren;
}

interface Props {
  legend: string;
  at: (card: number) => Cell;
  tap: (card: number) => void;
}

export function NumberGrid({ legend, at: cellAt, tap }: Props) {
  const at = useSignal(FIRST);
  const walk = (event: KeyboardEvent) => {
    const next = target(event, at.peek());
    if (next === null) return;
    event.preventDefault();
    at.value = next;
    gridOf(event).querySelector<HTMLElement>(`[data-number="${next}"]`)?.focus();
  };
  return (
    <fieldset>
      <legend class="unseen">{legend}</legend>
      <div class="box-grid">
        {NUMBERS.map((card) => {
          const { pressed, elsewhere, label, sign } = cellAt(card);
          return (
            <button
              key={card}
              type="button"
              data-number={card}
              data-testid={`number-${card}`}
              tabIndex={card === at.value ? 0 : -1}
              aria-pressed={pressed}
              aria-label={label}
              data-elsewhere={elsewhere}
              onFocus={() => (at.value = card)}
              onKeyDown={walk}
              onClick={() => tap(card)}
            >
              {card}
              {sign}
            </button>
          );
        })}
      </div>
    </fieldset>
  );
}

const gridOf = ({ currentTarget }: KeyboardEvent) => (currentTarget as Element).parentElement as Element;

function target(event: KeyboardEvent, from: number): number | null {
  const { key } = event;
  const columns = getComputedStyle(gridOf(event)).gridTemplateColumns.split(" ").length;
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns };
  if (key === "Home") return FIRST;
  if (key === "End") return LAST;
  const step = steps[key];
  return step === undefined ? null : Math.min(LAST, Math.max(FIRST, from + step));
}
