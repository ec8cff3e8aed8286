// Which finished game, and which turn: "/replay/BCDFGH-2#12", or a whole game in the fragment, "/replay#1Qx….12".
import { ask } from "../net/api";
import { seatHeaders } from "../net/seats";
import type { ReplayData } from "../base/protocol";

export interface Address {
  /** A game of this server's tables. */
  game: string | null;
  /** A whole game as text. */
  text: string | null;
  /** From 1; 0 where none is named. */
  turn: number;
}

export function readAddress(path: string, hash: string): Address {
  const game = path.match(/^\/\w+\/([^/]+)\/?$/)?.[1] ?? null;
  const [first = "", second = ""] = decodeURIComponent(hash.replace(/^#/, "")).split(".");
  if (game) return { game, text: null, turn: turnIn(first) };
  return { game: null, text: first || null, turn: turnIn(second) };
}

const turnIn = (text: string): number => (/^\d{1,4}$/.test(text) ? Number(text) : 0);

/** The address of a game at a turn, within this site. */
export function addressOf(page: string, { game, link }: Pick<ReplayData, "game" | "link">, turn: number): string {
  const at = turn > 0 ? String(turn) : "";
  if (game) return `/${page}/${game}${at && `#${at}`}`;
  return `/${page}#${link}${at && `.${at}`}`;
}

/** The same for a game by its name: of a table, or a whole game as text. */
export function addressOfName(page: string, name: string, turn: number): string {
  const table = /^[A-Z0-9]+-\d+$/.test(name);
  return addressOf(page, { game: table ? name : null, link: name }, turn);
}

/** The address that works without any server's memory. */
export const wholeAddress = (page: string, { link }: Pick<ReplayData, "link">): string => `/${page}#${link}`;

export function loadGame({ game, text }: Address): Promise<ReplayData> {
  return game ? gameOf(game) : readGame(text ?? "");
}

/** A finished game of a table, such as "BCDFGH-2". */
export function gameOf(game: string): Promise<ReplayData> {
  return ask<ReplayData>(`/api/replay/${encodeURIComponent(game)}`, { headers: seatHeaders(game) });
}

/** Let the server check a record file or a link. */
export function readGame(text: string): Promise<ReplayData> {
  return ask<ReplayData>("/api/replay", { method: "POST", body: text });
}
