// The numbers on the cards of one's own box: entered once, kept in this browser, sent to others by link.
import { signal } from "@preact/signals";
import { KINDS, type CommandKind, type SettingsData } from "../base/protocol";
import { readText, writeText } from "../base/storage";

export type Box = Record<CommandKind, number[]>;
/** How many numbers each command has in a box. */
export const EACH = 4;
export const ALL = EACH * KINDS.length;
const STORED = "nonante.box";

/** The settings of a lobby whose numbers are still being entered: nobody has them yet. */
export const unfinished = signal<SettingsData | null>(null);

export const boxOf = (numbers: (kind: CommandKind) => number[]): Box =>
  Object.fromEntries(KINDS.map((kind) => [kind, numbers(kind)])) as Box;

export const countIn = (box: Box): number => KINDS.reduce((sum, kind) => sum + box[kind].length, 0);

/** The first command that lacks numbers, or has too many. */
export const lacking = (box: Box): CommandKind | undefined => KINDS.find((kind) => box[kind].length !== EACH);

/** The command whose numbers are still missing in settings with a box of one's own, and how many it has. */
export function lackingIn(settings: SettingsData | null): { kind: CommandKind; count: number } | null {
  const box = settings?.rules.commands;
  const kind = typeof box === "object" ? lacking(box) : undefined;
  return kind && typeof box === "object" ? { kind, count: box[kind].length } : null;
}

export const ownerOf = (box: Box, card: number): CommandKind | undefined =>
  KINDS.find((kind) => box[kind].includes(card));

export function keptBox(): Box {
  const text = readText(STORED);
  return (text ? readBox(text) : null) ?? boxOf(() => []);
}

export function keepBox(box: Box): void {
  writeText(STORED, writeBox(box));
}

/** A box as text: two digits a number, a dash after each command. */
export const writeBox = (box: Box): string =>
  KINDS.map((kind) => box[kind].map((card) => String(card).padStart(2, "0")).join("")).join("-");

/** Read what `writeBox` wrote; null when it is something else. */
export function readBox(text: string): Box | null {
  const groups = text.split("-");
  if (groups.length !== KINDS.length || !groups.every((group) => /^(\d\d)*$/.test(group))) return null;
  return boxOf((kind) => (groups[KINDS.indexOf(kind)]?.match(/\d\d/g) ?? []).map(Number));
}

export const boxPath = (box: Box): string => `/box#${writeBox(box)}`;
