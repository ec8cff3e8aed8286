// A pile tells its direction, its top, what fits, what the picked card would do, and what others say about it.
import {
  cardInHand,
  commandName,
  costOf,
  directionText,
  fitsParts,
  fitsText,
  jumpText,
  myTurn,
  optionOn,
} from "../base/view";
import { layOf } from "../base/move";
import { Card } from "../parts/Card";
import { Icon, type IconName } from "../parts/Icon";
import { Numeral } from "../parts/Numeral";
import type { Option, PileView, TableView } from "../base/protocol";
import type { Playing } from "../session/session";
import { t } from "../base/text";
import { advisedLay, lay } from "./acts";
import { Gauge } from "./Gauge";
import { over } from "./drag";
import { sheet } from "./sheet";
import { SignalMarks } from "./SignalMarks";
import "./pile.css";

export function Pile({ play, pile }: { play: Playing; pile: PileView }) {
  const table = play.table.value;
  const picked = play.picked.value;
  const option = table.game ? optionOn(cardInHand(table.game, picked), pile.letter) : undefined;
  const advised = advisedLay(play).pile === pile.letter;
  const press = ({ detail }: MouseEvent) => {
    if (picked !== null) lay(play, picked, pile.letter);
    // The second click of two belongs to the card that the first one has laid.
    else if (detail < 2) sheet.value = { kind: "pile", letter: pile.letter };
  };
  const state = option ? (option.ok ? "yes" : "no") : "rest";
  const locked = isLocked(table, pile) && (!option || myTurn(table));
  const waits = layOf(play.pending.value).pile === pile.letter;
  return (
    <div
      class={`pile ${pile.rising ? "pile-rises" : "pile-falls"}`}
      data-state={state}
      data-over={over.value === pile.letter}
      data-advised={advised}
      data-waits={waits}
      data-locked={locked}
      data-kept={isKept(table, pile)}
    >
      <button
        type="button"
        class="pile-button"
        data-pile={pile.letter}
        data-testid={`pile-${pile.letter}`}
        aria-disabled={state === "no" || (option !== undefined && !myTurn(table))}
        onClick={press}
      >
        <span class="unseen">{labelOf(pile, option, picked, locked)}</span>
        <span class="pile-face" aria-hidden="true">
          <Face pile={pile} option={option} picked={picked} locked={locked} />
        </span>
      </button>
      <SignalMarks table={table} pile={pile.letter} />
    </div>
  );
}

/** Whether somebody else asks to keep off it. */
function isKept({ signals, you }: TableView, { letter }: PileView): boolean {
  return signals.some(({ pile, signal, seat }) => pile === letter && signal === "keep-off" && seat !== you);
}

/** Whether this turn must stay on another pile. */
function isLocked({ game }: TableView, { letter }: PileView): boolean {
  return Boolean(game?.lock) && game?.lock !== letter;
}

interface FaceProps {
  pile: PileView;
  option: Option | undefined;
  picked: number | null;
  locked: boolean;
}

function Face({ pile, option, picked, locked }: FaceProps) {
  return (
    <>
      <span class="pile-direction">
        <Icon name={pile.rising ? "up" : "down"} />
        <span>{directionText(pile.rising)}</span> <b>{pile.letter}</b>
      </span>
      <span class="pile-room">
        <span class="pile-stack" data-depth={depthOf(pile)}>
          {pile.bare ? <Bare pile={pile} /> : <Card key={pile.top} card={pile.top} mark={pile.mark} travels />}
          {pile.due && <Flag icon="warn" kind="due" text={t("pile.due")} />}
          {locked && !pile.due && <Flag icon="lock" kind="locked" text={t("pile.locked")} />}
          {option && <Jump pile={pile} option={option} />}
        </span>
      </span>
      <Gauge pile={pile} preview={option?.ok ? picked : null} />
      <span class="pile-fits">
        {fitsParts(pile).map((part) => (
          <span key={part}>{part}</span>
        ))}
      </span>
    </>
  );
}

/** A word over the corner of the top card; small piles show its icon alone. */
function Flag({ icon, kind, text }: { icon: IconName; kind: string; text: string }) {
  return (
    <span class={`flag pile-flag pile-${kind}`}>
      <Icon name={icon} />
      <span>{text}</span>
    </span>
  );
}

function Bare({ pile }: { pile: PileView }) {
  return (
    <span class="bare">
      <Numeral value={pile.top} />
      <Icon name={pile.rising ? "up" : "down"} />
    </span>
  );
}

function Jump({ pile, option }: { pile: PileView; option: Option }) {
  const kind = option.ok ? costOf(option) : "no";
  return (
    <span class={`jump jump-${kind}`} data-testid={`jump-${pile.letter}`}>
      {!option.ok && <Icon name="close" />}
      {option.ok && option.loses && <Icon name="warn" />}
      {option.ok && option.retro && <Icon name="back" />}
      <span>{option.ok || option.retro ? jumpText(pile, option) : t("pile.no")}</span>
    </span>
  );
}

/** A pile that has gone far lies thicker. */
function depthOf({ rising, top, bare }: PileView): number {
  if (bare) return 0;
  return 1 + Math.floor((rising ? top : 100 - top) / 26);
}

function labelOf(pile: PileView, option: Option | undefined, picked: number | null, locked: boolean): string {
  const parts = [
    t("pile.label", { pile: pile.letter, direction: directionText(pile.rising) }),
    pile.bare ? t("pile.bare") : t("pile.top", { card: pile.top }),
    pile.mark ? commandName(pile.mark) : "",
    pile.due ? t("pile.due") : "",
    locked ? t("pile.locked") : "",
    t("pile.fits", { fits: fitsText(pile) }),
  ];
  if (option && picked !== null) {
    const jump = option.ok ? jumpText(pile, option) : t("pile.no");
    parts.push(t("pile.with", { card: picked, jump }), option.loses ? t("pile.loses") : "");
  }
  return parts.filter(Boolean).join(". ");
}
