// A deal to beat, as text for the fragment of an address: which cards, which rules, who plays along, what came out.
import { signal } from "@preact/signals";
import type { RulesData, TableView } from "../base/protocol";
import { forget, read, write } from "../base/storage";

export interface Challenge {
  rules: RulesData;
  /** The deal, as text: it does not fit a browser's number. */
  seed: string;
  /** Levels of the computer players at the other seats. */
  levels: string[];
  name: string;
  left: number;
  /** The challenger's whole game, to look at once one's own is over. */
  link: string;
}

const STORED = "nonante.challenges";

/** The finished game of a table as a deal to beat; null where it came from no number. Computers take people's seats. */
export function challengeOf({ game, seats, settings, levels, you }: TableView, link: string): Challenge | null {
  const seed = game?.reveal?.seed;
  if (!game || !seed) return null;
  const people = seats.flatMap((seat, n) => (seat && seat.level === null ? [{ name: seat.name, n }] : []));
  const own = people.find(({ n }) => n === you) ?? people[0];
  const others = seats.filter((_, n) => n !== (own?.n ?? 0)).map((seat) => seat?.level ?? levels.at(-1) ?? "");
  return { rules: settings.rules, seed, levels: others, name: own?.name ?? "", left: game.score, link };
}

/** The challenge that was taken up at a table, with its text; null at every other table. */
export function challengeAt(code: string): { text: string; challenge: Challenge } | null {
  const text = Object.entries(taken.value).find(([, table]) => table === code)?.[0];
  const challenge = text ? readChallenge(text) : null;
  return text && challenge ? { text, challenge } : null;
}

/** The tables where a challenge was taken up on this device: text of the challenge -> table. */
export const taken = signal<Record<string, string>>(stored());

export function writeChallenge(challenge: Challenge): string {
  const { rules, seed, levels, name, left, link } = challenge;
  return pack(JSON.stringify([1, rules, seed, levels, name, left, link]));
}

export function readChallenge(text: string): Challenge | null {
  try {
    const data = JSON.parse(unpack(text)) as unknown[];
    const [version, rules, seed, levels, name, left, link] = data;
    const good =
      version === 1 &&
      typeof rules === "object" &&
      typeof seed === "string" &&
      /^\d{1,20}$/.test(seed) &&
      Array.isArray(levels) &&
      levels.every((level) => typeof level === "string") &&
      typeof name === "string" &&
      Number.isInteger(left) &&
      typeof link === "string";
    return good ? ({ rules, seed, levels, name: name.slice(0, 20), left, link } as Challenge) : null;
  } catch {
    return null;
  }
}

/** Keep where a challenge is played; only the first try counts. */
export function take(text: string, code: string): void {
  const before = stored();
  taken.value = before[text] ? before : { ...before, [text]: code };
  write(STORED, taken.value);
}

export function forgetChallenges(): void {
  taken.value = {};
  forget(STORED);
}

function stored(): Record<string, string> {
  return read<Record<string, string>>(STORED) ?? {};
}

function pack(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

function unpack(text: string): string {
  const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes, (sign) => sign.codePointAt(0) ?? 0));
}
