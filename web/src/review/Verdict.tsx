// One turn judged: what it was in words, and what was played beside the champion's plan.
import type { ComponentChildren } from "preact";
import { Icon } from "../parts/Icon";
import type { Review, JudgedTurn } from "../base/protocol";
import { Moves, type Shown } from "../replay/Moves";
import type { Watching } from "../replay/watching";
import { Reasons } from "../table/Reasons";
import { lost, percents, t } from "../base/text";
import { kindText } from "./Costs";
import { movesOf } from "./Review";

const rises = (pile: string): boolean => pile < "C";

interface Props {
  watching: Watching;
  judged: JudgedTurn;
  /** Whether the champion's plan is shown. */
  open: boolean;
  onOpen: () => void;
  onTry: () => void;
  /** What else can be done from here. */
  children: ComponentChildren;
}

export function Verdict({ watching, judged, open, onOpen, onTry, children }: Props) {
  const laid = watching.laid(watching.turn.value)?.moves ?? [];
  return (
    <>
      <h2 class="verdict-turn" data-testid="verdict">
        <span>
          {kindText(judged) || markText(judged)}
          {judged.kind && judged.mark && <small>{t(`judged.mark.${judged.mark}`)}</small>}
        </span>
        {judged.mark && <span class="cost">−{Math.round(judged.loss)}</span>}
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
        <button type="button" class="quiet small" data-testid="try" onClick={onTry}>
          <Icon name="hand" />
          <span>{t("review.try")}</span>
        </button>
        {children}
      </div>
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
      <p class="spread option-head">
        <span>{name}</span>
        <b>{percents(chance)}</b>
      </p>
      <Moves moves={moves} rises={rises} />
    </div>
  );
}

function markText({ mark, close, loss, decision }: JudgedTurn): string {
  if (mark) return t(`judged.mark.${mark}`);
  if (close) return t("review.close.line", lost(loss));
  return decision ? t("review.fine", lost(loss)) : t("review.forced");
}
