// The numbers of one's own box: choose a command, tap its numbers; the list says what is still missing.
import { useSignal } from "@preact/signals";
import { Badge } from "../parts/Badge";
import { Icon } from "../parts/Icon";
import { speakAloud } from "../base/notice";
import type { CommandKind } from "../base/protocol";
import { t } from "../base/text";
import { KINDS } from "../base/protocol";
import { commandName } from "../base/view";
import { ALL, countIn, EACH, lacking, ownerOf, type Box } from "./box";
import { type Cell, NumberGrid } from "./NumberGrid";

interface Props {
  box: Box;
  onChange: (box: Box) => void;
}

export function BoxForm({ box, onChange }: Props) {
  const kind = useSignal<CommandKind>(lacking(box) ?? "stop");
  const note = useSignal("");
  const say = (text: string) => {
    note.value = text;
    speakAloud(text);
  };
  const tap = (card: number) => {
    const refused = refusal(box, kind.peek(), card);
    if (refused) return say(refused);
    const next = toggled(box, kind.peek(), card);
    onChange(next);
    say(progressText(next, kind.peek()));
    if (next[kind.peek()].length === EACH) kind.value = lacking(next) ?? kind.peek();
  };
  return (
    <div class="rows" data-testid="box">
      <CheckList box={box} kind={kind.value} choose={(chosen) => (kind.value = chosen)} />
      <p class="box-now" data-testid="box-now">
        <Badge mark={kind.value} />
        <b>{commandName(kind.value)}</b>
        <span>{t("map.of", { count: box[kind.value].length })}</span>
      </p>
      <NumberGrid
        legend={t("map.numbers", { command: commandName(kind.value) })}
        at={(card) => cellOf(box, kind.value, card)}
        tap={tap}
      />
      <p data-testid="map-check">
        {note.value || (lacking(box) ? t("map.total", { count: countIn(box) }) : t("map.complete"))}
      </p>
    </div>
  );
}

/** Every command with its numbers and how many it has, in words. */
function CheckList({ box, kind, choose }: { box: Box; kind: CommandKind; choose: (kind: CommandKind) => void }) {
  return (
    <fieldset class="box-list">
      <legend class="unseen">{t("map.commands")}</legend>
      {KINDS.map((name) => (
        <label key={name} data-testid={`map-${name}`} data-complete={box[name].length === EACH}>
          <input type="radio" name="box-kind" checked={name === kind} onChange={() => choose(name)} />
          <Badge mark={name} />
          <span>
            {commandName(name)}
            <span class="box-numbers">{box[name].join(" ")}</span>
          </span>
          <span class="box-count">
            {t("map.of", { count: box[name].length })}
            {box[name].length === EACH && <Icon name="check" />}
          </span>
        </label>
      ))}
      <p class="box-total" data-testid="map-total">
        {t("map.total", { count: countIn(box) })}
        {countIn(box) === ALL && !lacking(box) && <Icon name="check" />}
      </p>
    </fieldset>
  );
}

function cellOf(box: Box, kind: CommandKind, card: number): Cell {
  const owner = ownerOf(box, card);
  const elsewhere = owner !== undefined && owner !== kind;
  const label = elsewhere ? `${card}, ${commandName(owner)}` : undefined;
  return { pressed: owner === kind, elsewhere, label, sign: owner && <Badge mark={owner} /> };
}

function refusal(box: Box, kind: CommandKind, card: number): string {
  const owner = ownerOf(box, card);
  if (owner && owner !== kind) return t("map.taken", { card, command: commandName(owner) });
  return owner || box[kind].length < EACH ? "" : t("map.full", { command: commandName(kind) });
}

function toggled(box: Box, kind: CommandKind, card: number): Box {
  const has = box[kind].includes(card);
  const numbers = has ? box[kind].filter((one) => one !== card) : [...box[kind], card].toSorted((a, b) => a - b);
  return { ...box, [kind]: numbers };
}

function progressText(box: Box, kind: CommandKind): string {
  const done = t("map.count", { command: commandName(kind), count: box[kind].length });
  return lacking(box) ? done : `${done}. ${t("map.complete")}`;
}
