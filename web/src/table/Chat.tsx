// Free words, where the host allows them; the server refuses numbers.
import { nameAt } from "../face";
import type { Playing } from "../session";
import { t } from "../text";

export function Chat({ play }: { play: Playing }) {
  const table = play.table.value;
  const say = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const text = String(new FormData(form).get("text") ?? "").trim();
    if (text) play.send({ type: "say", text });
    form.reset();
  };
  return (
    <div class="stack">
      <ol class="chat" aria-live="polite">
        {table.chat.map(({ seat, text }, n) => (
          <li key={n}>
            <b>{nameAt(table, seat)}</b> {text}
          </li>
        ))}
      </ol>
      {table.you !== null && (
        <form class="line" onSubmit={say}>
          <input name="text" maxLength={200} autocomplete="off" aria-label={t("chat.write")} placeholder={t("chat.write")} />
          <button type="submit" class="primary">
            {t("chat.send")}
          </button>
        </form>
      )}
      <p class="dim">{t("chat.rule")}</p>
    </div>
  );
}
