// The turns of a line, one below the other: a tap shows the table after it. A refutation ends with the card that loses.
import { useEffect, useRef } from "preact/hooks";
import { cardStyle } from "../base/hue";
import type { ReplayTurn } from "../base/protocol";
import { t } from "../base/text";
import { nameAt, rises } from "../base/view";
import { Icon } from "../parts/Icon";
import { Move } from "../table/Log";
import "../table/log.css";
import { lossText, type Shown } from "./line";

interface Props extends Omit<Shown, "line"> {
  onStep: (frame: number) => void;
}

export function Steps({ watching, refutation, onStep }: Props) {
  const table = watching.table.value;
  const at = watching.at.value;
  const many = table.seats.length > 1;
  const turnAt = watching.turns.findIndex(({ last }) => at <= last);
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" }), [at]);
  const over = refutation !== null && at >= watching.last;
  const row = (turn: ReplayTurn, number: number) => (
    <li key={turn.turn} data-seat={turn.seat}>
      <button
        type="button"
        class="row-button"
        data-testid={`step-${number}`}
        aria-current={!over && number === turnAt ? "step" : undefined}
        onClick={() => onStep(turn.last)}
      >
        {many && <b>{nameAt(table, turn.seat)}</b>}
        {(watching.laid(number)?.moves ?? []).map((move) => (
          <Move key={move.card} move={move} rising={rises(table, move.pile)} />
        ))}
      </button>
    </li>
  );
  return (
    <section ref={box} class="puzzle-steps" aria-label={t("replay.steps")}>
      <ol class="rows" data-testid="steps">
        {watching.turns.map(row)}
        {refutation && (
          <li data-seat={refutation.seat}>
            <button
              type="button"
              class="row-button"
              data-testid="step-lost"
              aria-current={over ? "step" : undefined}
              onClick={() => onStep(watching.last)}
            >
              {many && <b>{nameAt(table, refutation.seat)}</b>}
              <b class="tag" style={cardStyle(refutation.card)}>
                {refutation.card}
              </b>
              <strong class="puzzle-lost">
                <Icon name="warn" />
                {refutation.reason === "stuck" ? t("puzzle.nowhere") : lossText(refutation)}
              </strong>
            </button>
          </li>
        )}
      </ol>
      {refutation?.imagined && <p class="dim">{t("puzzle.imagined")}</p>}
    </section>
  );
}
