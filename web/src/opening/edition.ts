// Editions combine: "expert+extreme". Which parts one is made of, and back.
export const EDITIONS = ["base", "extreme", "expert", "expert-short", "on-fire"];
export type Part = "expert" | "short" | "on-fire" | "extreme";
export const PARTS: Part[] = ["expert", "short", "on-fire", "extreme"];

export function partsOf(edition: string): Part[] {
  return PARTS.filter((part) => edition.split(/[+-](?!fire)/).includes(part));
}

export function editionFrom(parts: Part[]): string {
  const has = (part: Part) => parts.includes(part);
  const hard = has("expert") ? (has("short") ? "expert-short" : "expert") : has("short") ? "short" : "";
  return [hard, has("on-fire") ? "on-fire" : "", has("extreme") ? "extreme" : ""].filter(Boolean).join("+") || "base";
}
