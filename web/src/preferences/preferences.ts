// What a person prefers, kept in this browser.
import { effect, signal } from "@preact/signals";
import { persist } from "../net/line";
import type { Pace } from "../base/protocol";
import { browserLanguage, language, LANGUAGES, speak, type Language } from "../base/text";
import { read, write } from "../base/storage";

export interface Preferences {
  language: Language | "auto";
  /** Night, day, or as on the device. */
  theme: "dark" | "light" | "auto";
  motion: "auto" | "less";
  cards: "bold" | "paper" | "plain";
  /** Null until somebody has said yes or no. */
  sound: boolean | null;
  /** From 0 to 1. */
  volume: number;
  alerts: boolean;
  vibrate: boolean;
  shortcuts: boolean;
  /** Show no figures about one's games. */
  hideScores: boolean;
  name: string;
  edition: string;
  level: string;
  /** How fast computer players are at tables one hosts. */
  pace: Pace;
}

const STORED = "nonante.preferences";
const DEFAULTS: Preferences = {
  language: "auto",
  theme: "dark",
  motion: "auto",
  cards: "bold",
  sound: null,
  volume: 0.7,
  alerts: false,
  vibrate: true,
  shortcuts: true,
  hideScores: false,
  name: "",
  edition: "base",
  level: "",
  pace: "normal",
};

/** Earlier versions stored their defaults with every change: from them, "auto" and "paper" were no choice. */
function stored(): Partial<Preferences> {
  const { look, ...kept } = read<Partial<Preferences> & { look?: number }>(STORED) ?? {};
  if (look === undefined && kept.theme === "auto") delete kept.theme;
  if (look === undefined && kept.cards === "paper") delete kept.cards;
  return kept;
}

export const preferences = signal<Preferences>({ ...DEFAULTS, ...stored() });

export function prefer(change: Partial<Preferences>): void {
  preferences.value = { ...preferences.value, ...change };
  write(STORED, { ...preferences.value, look: 1 });
}

function chosenLanguage(): Language {
  const wanted = preferences.value.language;
  return LANGUAGES.includes(wanted as Language) ? (wanted as Language) : browserLanguage();
}

/** Whether cards may travel. */
export function moves(): boolean {
  return preferences.value.motion === "auto" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Keep the look of the page in step with what is preferred. */
export function followLook(): void {
  effect(() => {
    const { theme, motion, cards } = preferences.value;
    Object.assign(document.documentElement.dataset, { theme, motion, cards });
  });
}

/** Speak the preferred language, now and whenever it changes; `mute` hears of each try when nobody answers. */
export async function followLanguage(mute: () => void): Promise<void> {
  await fetchWords(mute);
  effect(() => {
    if (wordsMissing()) void fetchWords(() => undefined);
  });
}

const wordsMissing = () => chosenLanguage() !== language.peek();

async function fetchWords(mute: () => void): Promise<void> {
  await persist(() => speak(chosenLanguage()), wordsMissing, mute);
}
