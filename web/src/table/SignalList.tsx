// Signals to send or withdraw: one tap each.
import { commandName, sameSignal, shapeOf, signalText } from "../base/view";
import { Badge } from "../parts/Badge";
import { Icon } from "../parts/Icon";
import type { SignalView } from "../base/protocol";
import type { Playing } from "../session/session";
import { say, t } from "../base/text";
import { signal } from "./acts";
import { closeSheet } from "./sheet";
import { signalIcon } from "./SignalChips";

export function SignalList({ play, about }: { play: Playing; about: (one: SignalView) => boolean }) {
  const table = play.table.value;
  const { signals, may_signal, you, talk } = table;
  const standing = signals.filter((one) => one.seat === you && about(one));
  const open = may_signal.filter((one) => about(one) && !standing.some((other) => sameSignal(one, other)));
  if (talk) return <p class="dim">{say(`error.${talk}`)}</p>;
  const kinds = may_signal.filter((one) => about(one) && isKindWish(one));
  const press = (one: SignalView, on: boolean) => {
    signal(play, one, on);
    closeSheet();
  };
  const button = (one: SignalView, on: boolean) => (
    <li key={`${one.signal}${one.command}`}>
      <button
        type="button"
        class="row-button"
        aria-pressed={!on}
        data-testid={testid(one)}
        onClick={() => press(one, on)}
      >
        <Icon name={signalIcon(one.signal)} />
        <span>{signalText(table, one)}</span>
        {!on && <small>{t("signal.withdraw")}</small>}
      </button>
    </li>
  );
  return (
    <>
      <ul class="rows">
        {standing.filter((one) => !isKindWish(one)).map((one) => button(one, false))}
        {open.filter((one) => !isKindWish(one)).map((one) => button(one, true))}
      </ul>
      {kinds.length > 0 && (
        <fieldset class="wrap kinds">
          <legend>{t("signal.kinds")}</legend>
          {kinds.map((one) => {
            const stands = standing.some((other) => sameSignal(one, other));
            const mark = one.command;
            if (!mark) return null;
            return (
              <button
                key={mark}
                type="button"
                class={`chip chip-${shapeOf(mark)}`}
                aria-pressed={stands}
                aria-label={signalText(table, one)}
                data-testid={testid(one)}
                onClick={() => press(one, !stands)}
              >
                <Badge mark={mark} />
                <span>{commandName(mark)}</span>
              </button>
            );
          })}
        </fieldset>
      )}
    </>
  );
}

/** Seven of a kind: they stand together. */
const isKindWish = ({ signal: name }: SignalView): boolean => name === "do-not-lay";
const testid = ({ signal: name, command }: SignalView): string => `signal-${command ? `${name}-${command}` : name}`;
