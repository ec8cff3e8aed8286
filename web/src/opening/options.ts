// What the host may choose at a table, as the server reads it.
import type { RulesData, SettingsData } from "../base/protocol";

export function newSettings(edition: string, players: number): SettingsData {
  return {
    rules: { edition, players },
    undo: null,
    hints: true,
    chat: false,
    away: "wait",
    private: false,
    approval: false,
    slow: null,
  };
}

export function withRules(settings: SettingsData, change: Partial<RulesData>): SettingsData {
  return { ...settings, rules: { ...settings.rules, ...change } };
}

/** Another edition: its commands go when it is played without them. */
export function withEdition(settings: SettingsData, edition: string): SettingsData {
  const { commands, ...rules } = settings.rules;
  const keeps = edition.includes("extreme") && commands !== undefined;
  return { ...settings, rules: { ...rules, edition, ...(keeps ? { commands } : {}) } };
}
