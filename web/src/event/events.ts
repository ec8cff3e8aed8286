// What the pages of events ask of the server.
import type { AskContest, AskTeam, Contest, ContestMade, Opened, TeamJoined } from "../base/protocol";
import { forgetEvent, keepEvent, ownEvents } from "../history/events";
import { ask } from "../net/api";
import { Refusing } from "../net/refusing";
import { keepSeat } from "../net/seats";

const headers = (event: string): Record<string, string> => {
  const token = ownEvents.peek()[event];
  return token ? { authorization: `Bearer ${token}` } : {};
};

const post = <T>(path: string, body: object, event = ""): Promise<T> =>
  ask<T>(`/api/events${path}`, { method: "POST", headers: headers(event), body: JSON.stringify(body) });

export async function prepare(wanted: AskContest): Promise<string> {
  const { event } = await post<ContestMade>("", wanted);
  keepEvent(event, "");
  return event;
}

/** An event as it stands; one that is gone is forgotten. */
export async function loadEvent(event: string): Promise<Contest> {
  try {
    return await ask<Contest>(`/api/events/${encodeURIComponent(event)}`, { headers: headers(event) });
  } catch (error) {
    if (error instanceof Refusing && error.refusal.code === "unknown-event") forgetEvent(event);
    throw error;
  }
}

export async function joinTeam(event: string, wanted: AskTeam): Promise<void> {
  const { token } = await post<TeamJoined>(`/${event}/team`, wanted);
  keepEvent(event, token);
}

/** Open the team's table of a deal, or find it again, and take one's seat there; its code. */
export async function openDeal(event: string, deal: number): Promise<string> {
  const { code, token, edition, players } = await post<Opened>(`/${event}/deal`, { deal }, event);
  keepSeat(code, { token, edition, players, event });
  return code;
}
