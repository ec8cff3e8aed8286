// Why a turn is played so, in sentences.
import { useEffect } from "preact/hooks";
import type { HintReason } from "../base/protocol";
import { alsoSpeak, say } from "../base/text";
import { commandName } from "../base/view";

interface Props {
  reasons: HintReason[];
  /** Of a hint, or of what somebody has played. */
  kind: "hint" | "told";
  /** Moves of the turn that are played already. */
  done?: number;
}

export function Reasons({ reasons, kind, done = 0 }: Props) {
  useEffect(() => void alsoSpeak("hint").catch(() => null), []);
  return (
    <ul class="reasons rows">
      {reasons.map((reason, n) => (
        <li key={n} data-done={reason.place !== null && reason.place < done}>
          {reasonText(reason, kind)}
        </li>
      ))}
    </ul>
  );
}

function reasonText({ code, details }: HintReason, kind: Props["kind"]): string {
  const { command } = details;
  const named = typeof command === "string" ? { command: commandName(command) } : {};
  return say(`${kind}.${code}`, { count: 0, ...details, ...named }) ?? "";
}
