// One turn judged: what it was in words, what was played beside the champion's plan, and one's own try.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { ask } from "../net/api";
import { Dialog } from "../parts/Dialog";
import { Icon } from "../parts/Icon";
import type { AskTurn, Review, JudgedTurn, TriedTurn, TrialState } from "../base/protocol";
import { Moves, type Shown } from "../replay/Moves";
import type { Watching } from "../replay/watching";
import { useTrying } from "../session/trying";
import { Reasons } from "../table/Reasons";
import { lost, percents, t } from "../base/text";
import { kindText } from "./Costs";
import { sourceOf } from "./judging";
import { movesOf } from "./Review";
import { Trial } from "./Trial";

const rises = (pile: string): boolean => pile < "C";

interface Props {
  watching: Watching;
  judged: JudgedTurn;
  /** Whether the champion's plan is shown. */
  open: boolean;
  onOpen: () => void;
  /** What else can be done from here. */
  children: ComponentChildren;
}

export function Verdict({ watching, judged, open, onOpen, children }: Props) {
  const trying = useSignal(false);
  const laid = watching.laid(watching.turn.value)?.moves ?? [];
  return (
    <>
      <h2 class="verdict-turn" data-testid="verdict">
        {kindText(judged) || markText(judged)}
        {judged.kind && <small>{markText(judged)}</small>}
      </h2>
      <div class="lines">
        <Line name={t("review.played")} chance={judged.played} moves={laid} kind="played" />
        {open ? (
          <Line name={t("judged.champion")} chance={judged.best} moves={movesOf(judged.plan)} kind="champion" />
        ) : (
          <button type="button" class="option" data-line="champion" data-testid="show-best" onClick={onOpen}>
            <Icon name="hint" />
            <span>{t("review.best")}</span>
          </button>
        )}
      </div>
      <div class="lines">
        <button type="button" class="quiet small" data-testid="try" onClick={() => (trying.value = true)}>
          <Icon name="hand" />
          <span>{t("review.try")}</span>
        </button>
        {children}
      </div>
      {trying.value && (
        <Dialog title={t("review.try")} onClose={() => (trying.value = false)} testid="try-dialog">
          <Attempt watching={watching} turn={judged.turn} />
        </Dialog>
      )}
    </>
  );
}

/** Why the champion would play so, and what was drawn, which nobody could know. */
export function Because({ review, judged }: { review: Review; judged: JudgedTurn }) {
  const costly = review.costly.find(({ turn }) => turn === judged.turn);
  if (!costly) return null;
  return (
    <>
      <Reasons reasons={costly.reasons} kind="hint" />
      <details data-testid="drawn">
        <summary>{t("review.drawn")}</summary>
        <p>{costly.drawn.length > 0 ? costly.drawn.join(", ") : t("replay.nothing")}</p>
        <p class="dim">{t("review.drawn.line")}</p>
      </details>
    </>
  );
}

interface LineProps {
  name: string;
  chance: number;
  moves: Shown[];
  kind: "played" | "champion";
}

function Line({ name, chance, moves, kind }: LineProps) {
  return (
    <div class="option" data-line={kind} data-testid={`line-${kind}`}>
      <p class="option-head">
        <span>{name}</span>
        <b>{percents(chance)}</b>
      </p>
      <Moves moves={moves} rises={rises} />
    </div>
  );
}

function markText({ mark, close, loss, decision }: JudgedTurn): string {
  if (mark) return t("review.marked", { mark: t(`judged.mark.${mark}`), ...lost(loss) });
  if (close) return t("review.close.line", lost(loss));
  return decision ? t("review.fine", lost(loss)) : t("review.forced");
}

/** One's own way to play the turn, judged by what its seat could see. */
function Attempt({ watching, turn }: { watching: Watching; turn: number }) {
  const result = useSignal<TriedTurn | null>(null);
  const asked: AskTurn = { ...sourceOf(watching.game), turn };
  const step = (moves: string[]) =>
    ask<TrialState>("/api/review/try", { method: "POST", body: JSON.stringify({ ...asked, moves }) });
  const trying = useTrying(String(turn), step, ({ tried }) => {
    if (tried) result.value = tried;
  });
  const again = () => {
    result.value = null;
    void trying.value?.go([]);
  };
  if (!trying.value) return <p class="dim">{t("connecting")}</p>;
  if (!result.value) return <Trial trying={trying.value} />;
  const { right, chance, best } = result.value;
  return (
    <div class="stack" data-testid="tried" data-right={right}>
      <output>
        <b>{t(right ? "review.tried.right" : "review.tried.wrong")}</b>{" "}
        {t("review.tried", { chance: Math.round(chance), best: Math.round(best) })}
      </output>
      <button type="button" class="quiet" data-testid="try-again" onClick={again}>
        {t("review.tryAgain")}
      </button>
    </div>
  );
}
