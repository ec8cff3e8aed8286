// What a strong computer player would do here, and why.
import { commandName } from "../view";
import { readMove, type Move } from "../move";
import { Icon } from "../parts/Icon";
import type { HintReason } from "../protocol";
import type { Playing } from "../session";
import { say, t } from "../text";

export function HintNote({ play }: { play: Playing }) {
  const advice = play.advice.value;
  if (!advice) return null;
  return (
    <section class="hint-note" role="note" data-testid="hint-note">
      <Icon name="hint" />
      <div>
        <p class="hint-moves">
          {advice.moves.map((move) => (
            <b key={move}>{moveText(readMove(move))}</b>
          ))}
        </p>
        {advice.reasons.map((reason) => (
          <p key={reason.code}>{reasonText(reason)}</p>
        ))}
      </div>
      <button type="button" class="round" aria-label={t("close")} onClick={() => (play.advice.value = null)}>
        <Icon name="close" />
      </button>
    </section>
  );
}

function moveText(move: Move): string {
  return move === "end" ? t("end") : `${move.card} → ${move.pile}`;
}

function reasonText({ code, details }: HintReason): string {
  const { command } = details;
  const named = typeof command === "string" ? { command: commandName(command) } : {};
  return say(`hint.${code}`, { count: 0, ...details, ...named }) ?? code;
}
