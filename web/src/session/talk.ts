// What was said and what of it is new; where the chat is shown; faces that stand at a seat for a moment.
import { computed, signal } from "@preact/signals";
import type { EmoteName, News, TableView } from "../base/protocol";
import { people } from "../base/view";
import { read, write } from "../base/storage";

export const EMOTES: EmoteName[] = ["bravo", "heart", "laugh", "wow", "alas"];

const screen = matchMedia("(width >= 1200px) and (height > 500px)"); // large
const wide = signal(screen.matches);
screen.addEventListener?.("change", () => (wide.value = screen.matches));

/** Whether the chat stands beside the table: where there is room, and in a game once somebody has said something. */
export const beside = ({ chat_closed: closed, chat, game }: TableView): boolean =>
  wide.value && closed !== "chat-off" && (chat.length > 0 || game?.status !== "playing");
/** Whether the chat lies open over the page. */
export const opened = signal(false);
export const seen = computed(() => wide.value || opened.value);

/** Whether people may talk here at all: with somebody, and not at a table without talk. */
export function talks(table: TableView): boolean {
  if (table.seats.length === 1 || table.settings.rules.talk === "none") return false;
  return people(table) > 1 || table.settings.chat;
}

/** Go to the chat: into the column, or open it. */
export function openTalk(table: TableView): void {
  if (!talks(table)) return;
  if (beside(table)) document.querySelector<HTMLElement>(".talk-column :is(input, button)")?.focus();
  else opened.value = true;
}

const STORED = "nonante.heard";
const heard = signal<Record<string, number>>(stored());

function stored(): Record<string, number> {
  return read<Record<string, number>>(STORED, "sessionStorage") ?? {};
}

/** How much was said since somebody looked. */
export function unread({ code, said }: TableView): number {
  return Math.max(0, said - (heard.value[code] ?? 0));
}

export function markHeard({ code, said }: TableView): void {
  if (heard.peek()[code] === said) return;
  heard.value = { ...heard.peek(), [code]: said };
  write(STORED, heard.peek(), "sessionStorage");
}

export interface Face {
  emote: EmoteName;
  id: number;
}

const SHOWN = 5_000;
let count = 0;

/** The face at each seat, for a moment. */
export const faces = signal<Record<number, Face>>({});

export function showFaces(news: News[]): void {
  for (const { kind, seat, text } of news) if (kind === "emoted" && seat !== null) face(seat, text as EmoteName);
}

function face(seat: number, emote: EmoteName): void {
  count += 1;
  const id = count;
  faces.value = { ...faces.peek(), [seat]: { emote, id } };
  setTimeout(() => {
    const { [seat]: gone, ...rest } = faces.peek();
    if (gone?.id === id) faces.value = rest;
  }, SHOWN);
}
