// Join with a code, or with a pasted link.
import { useState } from "preact/hooks";
import { ask } from "../net/api";
import { Refusing } from "../net/refusing";
import { refuse, show } from "../base/notice";
import type { TableInfo } from "../base/protocol";
import { go } from "../net/route";
import { t } from "../base/text";

export function JoinForm() {
  const [text, setText] = useState("");
  const join = async (event: SubmitEvent) => {
    event.preventDefault();
    const code = (text.match(/([A-Za-z0-9]+)\/?(?:[?#].*)?$/)?.[1] ?? "").toUpperCase();
    try {
      const table = await ask<TableInfo>(`/api/tables/${encodeURIComponent(code || "-")}`);
      go(`/t/${table.code}`);
    } catch (error) {
      if (error instanceof Refusing) refuse(error.refusal);
      else show(t("offline"), "refusal");
    }
  };
  return (
    <form class="stack" onSubmit={(event) => void join(event)}>
      <label class="field">
        <span>{t("join.code")}</span>
        <input
          class="code-input"
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          value={text}
          data-testid="code"
          onInput={(event) => setText(event.currentTarget.value.trim())}
        />
      </label>
      <button type="submit" class="primary" data-testid="join">
        {t("join.go")}
      </button>
      <a class="rule-link" href="/take" data-testid="bring">
        {t("home.bring")} ({t("home.bring.line")})
      </a>
    </form>
  );
}
