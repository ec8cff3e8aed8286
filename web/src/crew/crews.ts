// What the crew pages ask of the server.
import type { AskCrew, AskCrewTable, AskMember, Crew, CrewJoined, CrewLeft, NewMember, Opened } from "../base/protocol";
import type { SettingsData } from "../base/protocol";
import { forgetCrew, keepCrew, ownCrews } from "../history/crews";
import { ask } from "../net/api";
import { Refusing } from "../net/refusing";
import { keepSeat, seatToken } from "../net/seats";
import { ownName } from "../opening/opening";

const headers = (crew: string): Record<string, string> => {
  const token = ownCrews.peek()[crew]?.token;
  return token ? { authorization: `Bearer ${token}` } : {};
};

const post = <T>(crew: string, what: string, body: object): Promise<T> =>
  ask<T>(`/api/crews/${crew}/${what}`, { method: "POST", headers: headers(crew), body: JSON.stringify(body) });

/** A crew as it stands; one that has ended is forgotten. */
export async function loadCrew(code: string): Promise<Crew> {
  try {
    return noted(await ask<Crew>(`/api/crews/${encodeURIComponent(code)}`, { headers: headers(code) }));
  } catch (error) {
    if (error instanceof Refusing && error.refusal.code === "unknown-crew") forgetCrew(code);
    throw error;
  }
}

/** Keep what home tells of a crew; who is not in it any more has none. */
function noted(crew: Crew): Crew {
  if (crew.member) keepCrew(crew.crew, { name: crew.name, faces: crew.members.map(({ face }) => face) });
  else forgetCrew(crew.crew);
  return crew;
}

export async function beginCrew(table: string, name: string, member: NewMember): Promise<string> {
  const asked: AskCrew = { name, member, own: { code: table, token: seatToken(table) ?? "" } };
  const { crew, token } = await ask<CrewJoined>("/api/crews", { method: "POST", body: JSON.stringify(asked) });
  keepCrew(crew, { token, name, table });
  return crew;
}

export async function joinCrew(code: string, member: NewMember): Promise<void> {
  const asked: AskMember = { member };
  const { crew, token } = await post<CrewJoined>(code, "join", asked);
  keepCrew(crew, { token });
}

export async function changeCrew(code: string, member: NewMember, name: string): Promise<Crew> {
  const asked: AskMember = { member, name };
  return noted(await post<Crew>(code, "change", asked));
}

export async function leaveCrew(code: string): Promise<void> {
  await post<CrewLeft>(code, "leave", {});
  forgetCrew(code);
}

/** Open a table for the crew and sit down there; its code. */
export async function openFor(crew: string, settings: SettingsData, week: string | null): Promise<string> {
  const asked: AskCrewTable = { name: ownName(), settings: { ...settings }, week: week !== null };
  const { code, token, edition, players } = await post<Opened>(crew, "table", asked);
  keepSeat(code, { token, edition, players, ...(week && { week }) });
  return code;
}
