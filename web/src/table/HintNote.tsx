// A hint's plan: what a strong computer player would do here, move by move, ticked off as it is played, and why.
import { useEffect, useState } from "preact/hooks";
import { readMove } from "../base/move";
import { Icon, RoundButton } from "../parts/Icon";
import { played } from "../base/plan";
import type { Advice, TableView } from "../base/protocol";
import type { Playing } from "../session/session";
import { t } from "../base/text";
import { percent, rises, stepText } from "../base/view";
import { Reasons } from "./Reasons";
import "./hint.css";

export function HintNote({ play }: { play: Playing }) {
  const advice = play.advice.value;
  const done = advice ? played(advice, play.table.value) : null;
  const [open, setOpen] = useState(false);
  useEffect(() => setOpen(hasRoom() && !done), [done, advice]);
  const picked = play.picked.value;
  useEffect(() => {
    if (picked !== null) setOpen(false); // on a phone the reasons lie over the hand
  }, [picked]);
  if (!advice || done === null) return null;
  return (
    <section class="hint-note" role="note" aria-label={t("plan")} data-testid="hint-note" data-open={open}>
      <button type="button" class="hint-more" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name="hint" />
        {t("plan.why")}
      </button>
      <div>
        <Steps advice={advice} done={done} table={play.table.value} />
        <div class="hint-rest rows">
          <Reasons reasons={advice.reasons} kind="hint" done={done} />
          <Price advice={advice} />
        </div>
      </div>
      <RoundButton icon="close" label={t("close")} onClick={() => (play.advice.value = null)} />
    </section>
  );
}

/** Whether the reasons have a place of their own; elsewhere they would lie over cards and wait to be asked for. */
const hasRoom = (): boolean => matchMedia("(width >= 900px) and (height > 500px)").matches;

/** Every move of the plan; what is played has a tick. */
function Steps({ advice, done, table }: { advice: Advice; done: number; table: TableView }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- on a phone the line scrolls, by keyboard too
    <ol class="hint-moves" data-testid="hint-moves" tabIndex={0}>
      {advice.moves.map((move, place) => (
        <li
          key={move}
          data-done={place < done}
          aria-current={place === done ? "step" : undefined}
          data-testid={`hint-step-${place}`}
        >
          {place < done && <Icon name="check" />}
          {place < done && <span class="unseen">{t("plan.played")}</span>}
          <b>{moveText(move)}</b>
          {jumpOf(advice, place, table)}
        </li>
      ))}
    </ol>
  );
}

function jumpOf({ steps }: Advice, place: number, table: TableView) {
  const step = steps[place];
  return step ? <small>{stepText(rises(table, step.pile), step.jump)}</small> : null;
}

/** What the plan costs, and the chance to win before and after, where one can be told. */
function Price({ advice: { cost, chances } }: { advice: Advice }) {
  const before = chances && percent(chances.before);
  const after = chances && percent(chances.after);
  return (
    <p class="hint-price" data-testid="hint-price">
      <span>{cost < 0 ? t("plan.gains", { count: -cost }) : t("plan.costs", { count: cost })}</span>
      {chances && <span>{before === after ? t("plan.chance", { after }) : t("plan.chances", { before, after })}</span>}
    </p>
  );
}

function moveText(text: string): string {
  const move = readMove(text);
  return move === "end" ? t("end") : `${move.card} → ${move.pile}`;
}
