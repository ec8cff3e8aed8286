// Short words to the person: what happened (also spoken), and what was not possible.
import { signal } from "@preact/signals";
import type { Refusal } from "./protocol";
import { say, t } from "./text";

export interface Notice {
  text: string;
  kind: "news" | "refusal";
  /** Where it is shown: over the top line, or just above the hand when it speaks of the turn, which the top line tells. */
  place: "top" | "hand";
  id: number;
}

export const notice = signal<Notice | null>(null);
export const spoken = signal("");

let count = 0;
let timer = 0;

/** Show a sentence for a moment; the live region speaks it. */
export function show(text: string, kind: Notice["kind"] = "news", place: Notice["place"] = "top"): void {
  count += 1;
  notice.value = { text, kind, place, id: count };
  speakAloud(text);
  clearTimeout(timer);
  timer = window.setTimeout(hideNotice, 3200 + text.length * 40);
}

export function hideNotice(): void {
  notice.value = null;
}

/** Say a sentence to the live region only; the same sentence twice is still said twice. */
export function speakAloud(text: string): void {
  spoken.value = text === spoken.peek() ? `${text}\u00a0` : text;
}

export function refusalText(refusal: Refusal): string {
  const { details, code, rule, text } = refusal;
  const kind = typeof details["kind"] === "string" ? say(`command.${details["kind"]}.name`) : undefined;
  const sentence = say(`error.${code}`, { count: details["count"] ?? 0, ...details, ...(kind ? { kind } : {}) });
  return sentence === undefined ? text : withRule(sentence, rule);
}

/** Cite the rule after a sentence. */
export function withRule(sentence: string, rule: string | null): string {
  if (!rule) return sentence;
  return `${sentence} (${rule.startsWith("R") ? rule : t("rule", { rule })})`;
}
