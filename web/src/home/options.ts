// What the host may choose at a table, as the server reads it.
export type CommandChoice = "house" | "seeded" | Record<string, number[]>;

export interface Rules {
  edition: string;
  players: number;
  commands?: CommandChoice;
  one_pile?: "standard" | "strict";
  short_hand?: "strict" | "lenient";
  talk?: "none" | "standard" | "permissive";
  open_history?: boolean;
}

export interface Settings {
  rules: Rules;
  /** null: where one person plays, and not with others, who have seen the card. */
  undo: boolean | null;
  hints: boolean;
  chat: boolean;
  away: "wait" | "bot";
}

export function newSettings(edition: string, players: number): Settings {
  return { rules: { edition, players }, undo: null, hints: true, chat: false, away: "wait" };
}

/** Read the settings of a view; the server always sends all but the rules' defaults. */
export function settingsOf(data: Record<string, unknown>): Settings {
  return { ...newSettings("base", 1), ...data } as Settings;
}

export function withRules(settings: Settings, change: Partial<Rules>): Settings {
  return { ...settings, rules: { ...settings.rules, ...change } };
}

/** Another edition: its commands go when it is played without them. */
export function withEdition(settings: Settings, edition: string): Settings {
  const { commands, ...rules } = settings.rules;
  const keeps = edition.includes("extreme") && commands !== undefined;
  return { ...settings, rules: { ...rules, edition, ...(keeps ? { commands } : {}) } };
}
