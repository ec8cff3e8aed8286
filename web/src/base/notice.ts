// Short words to the person: what happened (also spoken), and what was not possible.
import { signal } from "@preact/signals";
import type { Refusal } from "./protocol";
import { type Details, say, t } from "./text";

export interface Notice {
  text: string;
  kind: "news" | "refusal";
  /** What it lies on, never what it speaks of: of the turn, on the piles; of cards and piles, on the buttons. */
  place: "top" | "piles" | "actions";
  /** The rule behind a refusal, to look up. */
  rule: string | null;
  id: number;
}

export const notice = signal<Notice | null>(null);
export const spoken = signal("");

let count = 0;
let timer = 0;

/** Show a sentence for a moment; the live region speaks it. */
export function show(
  text: string,
  kind: Notice["kind"] = "news",
  place: Notice["place"] = "top",
  rule: string | null = null,
): void {
  count += 1;
  notice.value = { text, kind, place, rule, id: count };
  speakAloud(rule ? `${text} (${ruleName(rule)})` : text);
  clearTimeout(timer);
  timer = window.setTimeout(hideNotice, 3200 + text.length * 40);
}

export function hideNotice(): void {
  notice.value = null;
}

/** Once play goes on, what was not possible is of no use any more; what happened still is. */
export function hideRefusal(): void {
  if (notice.peek()?.kind === "refusal") hideNotice();
}

/** Say a sentence to the live region only; the same sentence twice is still said twice. */
export function speakAloud(text: string): void {
  spoken.value = text === spoken.peek() ? `${text}\u00a0` : text;
}

/** Say why something was not possible. */
export function refuse(refusal: Refusal, place: Notice["place"] = "top"): void {
  show(refusalText(refusal), "refusal", place, refusal.rule);
}

export function refusalText({ details, code, text }: Refusal): string {
  return say(`error.${code}`, inWords(details)) ?? text;
}

/** The details of a refusal in words: a command by its name, and the reason in the language of the sentence around it. */
function inWords(details: Details): Details {
  const kind = typeof details["kind"] === "string" ? say(`command.${details["kind"]}.name`) : undefined;
  const words = { count: 0, ...details, ...(kind ? { kind } : {}) };
  if (!("why" in details)) return words;
  const because = details["because"] as { key: string; details: Details } | undefined;
  const why = because ? say(because.key, inWords(because.details)) : undefined;
  return { ...words, why: (why ?? t("cause.other")).replace(/\.$/, "") };
}

/** A rule as it is cited: a ruling by its number, a section in words. */
export function ruleName(rule: string): string {
  return rule.startsWith("R") ? rule : t("rule", { rule });
}
