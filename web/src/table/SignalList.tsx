// Signals to send or withdraw: one tap each.
import { sameSignal, signalText } from "../face";
import { Icon } from "../parts/Icon";
import type { SignalFace } from "../protocol";
import type { Playing } from "../session";
import { say, t } from "../text";
import { signal } from "./acts";
import { closeSheet } from "./sheet";
import { signalIcon } from "./SignalMarks";

export function SignalList({ play, about }: { play: Playing; about: (one: SignalFace) => boolean }) {
  const { signals, may_signal, you, talk } = play.table.value;
  const standing = signals.filter((one) => one.seat === you && about(one));
  const open = may_signal.filter((one) => about(one) && !standing.some((other) => sameSignal(one, other)));
  if (talk) return <p class="dim">{say(`error.${talk}`)}</p>;
  const press = (one: SignalFace, on: boolean) => {
    signal(play, one, on);
    closeSheet();
  };
  const button = (one: SignalFace, on: boolean) => (
    <li key={`${one.signal}${one.command}`}>
      <button
        type="button"
        class="row-button"
        aria-pressed={!on}
        data-testid={`signal-${one.command ?? one.signal}`}
        onClick={() => press(one, on)}
      >
        <Icon name={signalIcon(one.signal)} />
        <span>{signalText(one)}</span>
        {!on && <small>{t("signal.withdraw")}</small>}
      </button>
    </li>
  );
  return (
    <ul class="rows">
      {standing.map((one) => button(one, false))}
      {open.map((one) => button(one, true))}
    </ul>
  );
}
