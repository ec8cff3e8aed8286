// All numbers to tap; arrows walk among them, so that one Tab passes the whole grid.
import { useSignal } from "@preact/signals";
import { Badge } from "../parts/Badge";
import type { CommandKind } from "../base/protocol";
import { t } from "../base/text";
import { commandName } from "../base/view";
import { ownerOf, type Box } from "./box";

const FIRST = 2;
const LAST = 99;
const NUMBERS = Array.from({ length: LAST - FIRST + 1 }, (_, n) => n + FIRST);

interface Props {
  box: Box;
  kind: CommandKind;
  tap: (card: number) => void;
}

export function NumberGrid({ box, kind, tap }: Props) {
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
      <legend class="unseen">{t("map.numbers", { command: commandName(kind) })}</legend>
      <div class="box-grid">
        {NUMBERS.map((card) => {
          const owner = ownerOf(box, card);
          const elsewhere = owner !== undefined && owner !== kind;
          return (
            <button
              key={card}
              type="button"
              data-number={card}
              data-testid={`number-${card}`}
              tabIndex={card === at.value ? 0 : -1}
              aria-pressed={owner === kind}
              aria-label={elsewhere ? `${card}, ${commandName(owner)}` : undefined}
              data-elsewhere={elsewhere}
              onFocus={() => (at.value = card)}
              onKeyDown={walk}
              onClick={() => tap(card)}
            >
              {card}
              {owner && <Badge mark={owner} />}
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
