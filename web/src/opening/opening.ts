// Opening a table, from wherever that is asked.
import { openTable } from "../net/api";
import { Refusing } from "../net/refusing";
import { keepSeat } from "../net/seats";
import { refuse, show } from "../base/notice";
import { preferences } from "../preferences/preferences";
import type { OpenTable, SettingsData } from "../base/protocol";
import { go } from "../net/route";
import { t } from "../base/text";

export function ownName(): string {
  return preferences.value.name || t("name.default");
}

/** Open a table and go there; say so when the server refuses. */
export async function open(settings: SettingsData, rest: Omit<OpenTable, "name" | "settings"> = {}): Promise<void> {
  try {
    const { code, token } = await openTable({ name: ownName(), settings, ...rest });
    const { edition, players } = settings.rules;
    keepSeat(code, { token, edition, players, ...(rest.difficulty && { rung: rest.difficulty }) });
    go(`/t/${code}`);
  } catch (error) {
    if (error instanceof Refusing) refuse(error.refusal);
    else show(t("offline"), "refusal");
    if (error instanceof Refusing && error.refusal.code.startsWith("map-")) showMap();
  }
}

/** Bring the numbers that were refused into sight. */
function showMap(): void {
  document.querySelector(".box")?.scrollIntoView({ block: "start" });
}
