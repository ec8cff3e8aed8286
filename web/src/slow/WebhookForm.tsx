// Where the turns of a slow game are told to everybody: the chat of a group, where the operator allows it.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { language, t } from "../base/text";
import type { AskWebhook, WebhookKind, WebhookState } from "../base/protocol";
import { ask } from "../net/api";
import { TextField } from "../parts/Fields";
import { reasonOf } from "../net/refusing";
import { seatHeaders, seatToken } from "../net/seats";
import { Problem } from "../parts/Problem";

const KINDS: Record<WebhookKind, string | null> = {
  discord: "Discord",
  slack: "Slack",
  matrix: "Matrix",
  ntfy: "ntfy",
  json: null,
};

/** `own`: this person opened the table and may change it. */
export function WebhookForm({ code, own }: { code: string; own: boolean }) {
  const state = useSignal<WebhookState | null>(null);
  const kind = useSignal<WebhookKind>("discord");
  const url = useSignal("");
  const problem = useSignal("");
  const path = `/api/tables/${code}/webhook`;
  useEffect(() => {
    void ask<WebhookState>(path, { headers: seatHeaders(code) })
      .then((now) => (state.value = now))
      .catch(() => null);
  }, [code]);
  if (!state.value?.offered) return null;
  const { host, off } = state.value;
  if (!own && !host) return null;
  const set = async (address: string) => {
    const asked: AskWebhook = {
      token: seatToken(code) ?? "",
      kind: kind.value,
      url: address,
      language: language.value ?? "en",
    };
    try {
      state.value = await ask<WebhookState>(path, { method: "POST", body: JSON.stringify(asked) });
      problem.value = url.value = "";
    } catch (error) {
      problem.value = reasonOf(error);
    }
  };
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    void set(url.value.trim());
  };
  return (
    <section class="panel" aria-label={t("hook")} data-testid="webhook">
      <h2>{t("hook")}</h2>
      {host ? (
        <>
          <p class={off ? "problem" : undefined} data-testid="webhook-state">
            {off ? t("hook.off", { host }) : t("hook.on", { host })}
          </p>
          {own && (
            <button type="button" class="quiet" onClick={() => void set("")} data-testid="webhook-end">
              {t("hook.end")}
            </button>
          )}
        </>
      ) : (
        <form class="stack" onSubmit={save}>
          <p class="dim">{t("hook.line")}</p>
          <label class="field">
            <span>{t("hook.kind")}</span>
            <select
              value={kind.value}
              onChange={(event) => (kind.value = event.currentTarget.value as WebhookKind)}
              data-testid="webhook-kind"
            >
              {Object.entries(KINDS).map(([value, name]) => (
                <option key={value} value={value}>
                  {name ?? t("hook.other")}
                </option>
              ))}
            </select>
          </label>
          <TextField
            label={t("hook.url")}
            type="url"
            required
            autocomplete="off"
            spellcheck={false}
            value={url.value}
            set={(text) => (url.value = text)}
            testid="webhook-url"
          />
          <Problem text={problem.value} testid="webhook-problem" />
          <button type="submit" class="quiet" data-testid="webhook-save">
            {t("hook.save")}
          </button>
        </form>
      )}
    </section>
  );
}
