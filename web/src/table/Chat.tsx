// Free words, where the host allows them; the server refuses some, and then they stay in the box.
import { useSignal } from "@preact/signals";
import { nameAt } from "../view";
import { refusalText } from "../notice";
import type { Playing } from "../session";
import { t } from "../text";

export function Chat({ play }: { play: Playing }) {
  const table = play.table.value;
  const permissive = table.settings.rules.talk === "permissive";
  return (
    <div class="stack">
      <ol class="chat" aria-live="polite">
        {table.chat.map(({ seat, text }, n) => (
          <li key={n}>
            <b>{nameAt(table, seat)}</b> {text}
          </li>
        ))}
      </ol>
      {table.you !== null && <Say play={play} />}
      <p class="dim">
        {t("chat.rule")} {!permissive && t("chat.rule.back")}
      </p>
    </div>
  );
}

function Say({ play }: { play: Playing }) {
  const why = useSignal("");
  const waiting = useSignal(false);
  const write = (event: InputEvent) => {
    play.draft.value = (event.currentTarget as HTMLInputElement).value;
    why.value = "";
  };
  const say = (event: SubmitEvent) => {
    event.preventDefault();
    const written = play.draft.peek();
    const text = written.trim();
    if (!text || waiting.peek()) return;
    waiting.value = true;
    play.send({ type: "say", text }, (refusal) => {
      waiting.value = false;
      why.value = refusal ? refusalText(refusal) : "";
      if (!refusal && play.draft.peek() === written) play.draft.value = "";
    });
  };
  return (
    <>
      <form class="line" onSubmit={say}>
        <input
          maxLength={200}
          autocomplete="off"
          aria-label={t("chat.write")}
          aria-describedby={why.value ? "chat-why" : undefined}
          placeholder={t("chat.write")}
          value={play.draft.value}
          onInput={write}
          data-testid="chat-text"
        />
        <button type="submit" class="primary" data-testid="chat-send">
          {t("chat.send")}
        </button>
      </form>
      {why.value && (
        <p id="chat-why" class="risk-reason" data-testid="chat-why">
          {why.value}
        </p>
      )}
    </>
  );
}
