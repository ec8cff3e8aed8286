// Free words, where the host allows them, and reactions without any; the server refuses some words: they stay in the box.
import { useSignal } from "@preact/signals";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { refusalText, refuse, speakAloud } from "../base/notice";
import { RuleLink } from "../parts/RuleLink";
import type { ChatLine, TableView, Refusal } from "../base/protocol";
import type { Playing } from "../session/session";
import { say, t } from "../base/text";
import { nameAt } from "../base/view";
import { EmoteIcon, emoteText } from "./Emote";
import "./chat.css";
import { EMOTES, markHeard } from "../session/talk";

export function Chat({ play }: { play: Playing }) {
  const table = play.table.value;
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => markHeard(table), [table.said]);
  useLayoutEffect(() => list.current?.scrollTo(0, list.current.scrollHeight), [table.said]);
  const { chat_closed: closed } = table;
  return (
    <div class="chat-panel">
      <ol class="chat" aria-live="polite" ref={list} data-testid="chat-lines">
        {table.chat.length === 0 && <li class="dim">{t("chat.empty")}</li>}
        {table.chat.map((line, n) => (
          <Line key={table.said - table.chat.length + n} table={table} line={line} />
        ))}
      </ol>
      {table.you !== null && <Reactions play={play} />}
      {table.you !== null && closed === null && <Say play={play} />}
      {closed === null && (
        <p class="dim chat-rule">
          {t("chat.rule")} {table.settings.rules.talk !== "permissive" && t("chat.rule.back")}
        </p>
      )}
    </div>
  );
}

function Line({ table, line }: { table: TableView; line: ChatLine }) {
  return (
    <li>
      <b>{nameAt(table, line.seat)}</b>{" "}
      {line.emote ? (
        <span class="chat-emote">
          <EmoteIcon emote={line.emote} />
          <span class="unseen">{emoteText(line.emote)}</span>
        </span>
      ) : (
        line.text
      )}
    </li>
  );
}

function Reactions({ play }: { play: Playing }) {
  const table = play.table.value;
  const why = useId();
  const heard = (refusal: Refusal | null) => {
    markHeard(play.table.peek());
    if (refusal) refuse(refusal);
  };
  const react = (emote: (typeof EMOTES)[number]) => table.may_emote && play.send({ type: "emote", emote }, heard);
  return (
    <fieldset class="wrap reactions" aria-describedby={why}>
      <legend class="unseen">{t("chat.reactions")}</legend>
      {EMOTES.map((emote) => (
        <button
          key={emote}
          type="button"
          class="round"
          aria-label={emoteText(emote)}
          aria-disabled={!table.may_emote}
          onClick={() => react(emote)}
          data-testid={`emote-${emote}`}
        >
          <EmoteIcon emote={emote} />
        </button>
      ))}
      <small id={why} class="dim">
        {reactionsText(table)}
      </small>
    </fieldset>
  );
}

/** What reactions are, or why they are closed (R51). */
function reactionsText({ may_emote: open, chat_closed: chat }: TableView): string {
  if (open) return t("chat.react");
  return say(`error.${chat === "chat-off" ? "emote-closed" : chat}`) ?? "";
}

/** What was refused last, and in which game: it does not follow into the next one. */
let refused = { text: "", deals: 0 };

function Say({ play }: { play: Playing }) {
  const why = useSignal<Refusal | null>(null);
  const waiting = useSignal(false);
  const { deals } = play.table.value;
  useLayoutEffect(() => {
    if (!refused.text || refused.deals === deals) return;
    if (play.draft.peek() === refused.text) play.draft.value = "";
    why.value = null;
    refused = { text: "", deals };
  }, [deals]);
  const write = (event: InputEvent) => {
    play.draft.value = (event.currentTarget as HTMLInputElement).value;
    why.value = null;
  };
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    const written = play.draft.peek();
    const text = written.trim();
    if (!text || waiting.peek()) return;
    waiting.value = true;
    play.send({ type: "say", text }, (refusal) => {
      waiting.value = false;
      markHeard(play.table.peek());
      why.value = refusal;
      refused = { text: refusal ? written : "", deals };
      if (refusal) speakAloud(refusalText(refusal));
      if (!refusal && play.draft.peek() === written) play.draft.value = "";
    });
  };
  return (
    <>
      <form class="line" onSubmit={send}>
        <input
          maxLength={200}
          autocomplete="off"
          aria-label={t("chat.write")}
          aria-describedby={why.value ? "chat-why" : undefined}
          aria-invalid={why.value !== null}
          placeholder={t("chat.write")}
          value={play.draft.value}
          onInput={write}
          data-testid="chat-text"
        />
        <button type="submit" class="quiet" data-testid="chat-send">
          {t("chat.send")}
        </button>
      </form>
      {why.value && (
        <p id="chat-why" class="risk-reason" data-testid="chat-why">
          {refusalText(why.value)} {why.value.rule && <RuleLink rule={why.value.rule} />}
        </p>
      )}
    </>
  );
}
