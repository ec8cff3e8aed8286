// Texts: one language at a time, from the catalogues the whole package shares.
import { signal } from "@preact/signals";

type Plural = Partial<Record<Intl.LDMLPluralRule, string>>;
type Catalogue = Record<string, string | Plural>;
export type Details = Record<string, unknown>;
export type Language = "fr" | "en" | "de";
export type Key =
  | keyof typeof import("../../../src/nonante/texts/common.en.json")
  | keyof typeof import("../../../src/nonante/texts/web.en.json")
  | keyof typeof import("../../../src/nonante/texts/after.en.json")
  | keyof typeof import("../../../src/nonante/texts/board.en.json")
  | keyof typeof import("../../../src/nonante/texts/crews.en.json")
  | keyof typeof import("../../../src/nonante/texts/people.en.json")
  | keyof typeof import("../../../src/nonante/texts/learn.en.json")
  | keyof typeof import("../../../src/nonante/texts/slow.en.json")
  | keyof typeof import("../../../src/nonante/texts/static.en.json");

export const LANGUAGES: Language[] = ["fr", "en", "de"];
export const LANGUAGE_NAMES: Record<Language, string> = { fr: "Français", en: "English", de: "Deutsch" };

// Path in the repository -> address of the built file.
const files = import.meta.glob<string>(
  "../../../src/nonante/texts/{common,hint,web,after,board,crews,people,learn,slow,static}.*.json",
  {
    query: "?url",
    import: "default",
    eager: true,
  },
);

// The catalogues in use: those of the first page, and what later pages have asked for.
const inUse = new Set(["common", "web"]);
const catalogue = signal<Catalogue>({});
export const language = signal<Language | null>(null);

export function browserLanguage(): Language {
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2));
  return (wanted.find((tag) => (LANGUAGES as string[]).includes(tag)) as Language | undefined) ?? "en";
}

export async function speak(tag: Language): Promise<void> {
  const urls = [...inUse].map((name) => files[`../../../src/nonante/texts/${name}.${tag}.json`] ?? "");
  const parts = await Promise.all(urls.map(async (url) => (await (await fetch(url)).json()) as Catalogue));
  catalogue.value = Object.assign({}, ...parts) as Catalogue;
  language.value = tag;
  document.documentElement.lang = tag;
}

/** Have the texts of a later page at hand too. */
export async function alsoSpeak(name: string): Promise<void> {
  if (inUse.has(name)) return;
  inUse.add(name);
  try {
    if (language.value) await speak(language.value);
  } catch (error) {
    inUse.delete(name);
    throw error;
  }
}

/** Load a part of the client together with its texts. */
export function withTexts<T>(name: string, load: () => Promise<T>): () => Promise<T> {
  return async () => (await Promise.all([load(), alsoSpeak(name)]))[0];
}

/** The text of a key that is known when this is written. */
export function t(key: Key, details: Details = {}): string {
  return say(key, details) ?? key;
}

/** The text of a key made at run time; undefined when the catalogue has none. */
export function say(key: string, details: Details = {}): string | undefined {
  const entry = catalogue.value[key];
  if (entry === undefined) return undefined;
  const sentence = typeof entry === "string" ? entry : choose(entry, Number(details["count"]));
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const detail = details[name] ?? whole;
    return typeof detail === "number" ? figure(detail) : String(detail);
  });
}

function choose(plural: Plural, count: number): string {
  return plural[new Intl.PluralRules(language.value ?? "en").select(count)] ?? plural.other ?? "";
}

/** "Name: value", with the space that French has before the colon. */
export const named = (name: string, text: string | number): string => t("news.said", { name, text });

/** A date of the calendar in words, such as "Sunday" or "15 Nov". */
export function dateText(day: string, parts: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(language.value ?? "en", { ...parts, timeZone: "UTC" }).format(new Date(day));
}

/** A figure as people read it, with a real minus sign. */
export const figure = (value: number | string): string => String(value).replace("-", "−");

/** A change as people read it: +10, −24, −0.7. */
export function signed(change: number): string {
  const sign = { signDisplay: "exceptZero", maximumFractionDigits: 1 } as const;
  return figure(new Intl.NumberFormat(language.value ?? "en", sign).format(change));
}

/** A figure with one place after the point or the comma; never a nought with a minus sign. */
export function decimal(value: number): string {
  const places = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const written = new Intl.NumberFormat(language.value ?? "en", places).format(value);
  return /[1-9]/.test(written) ? figure(written) : written.replace("-", "");
}

/** Points that were lost, for a text: −2.4, or a plain 0. */
export function lost(points: number): { points: string; count: number } {
  const written = decimal(-points);
  return /[1-9]/.test(written) ? { points: written, count: points } : { points: "0", count: 0 };
}

/** Whole percents the way the language writes them: 73%, 73 %. */
export function percents(whole: number): string {
  return t("percent", { value: Math.round(whole) });
}
