// The crews one is in, each with the secret that shows it, and what home tells of them.
import type { TableView } from "../base/protocol";
import { keptUnder } from "../base/kept";
import { read, write } from "../base/storage";
import { finished } from "./history";

export interface OwnCrew {
  token: string;
  name: string;
  faces: number[];
  /** The table where it began, when that was here. */
  table?: string;
}

const FACE = "nonante.face";
const kept = keptUnder<OwnCrew>("nonante.crews");
export const ownCrews = kept.all;
export const forgetCrew = kept.forget;

/** Keep a crew; what was known of it and is not told anew stays. */
export function keepCrew(crew: string, known: Partial<OwnCrew>): void {
  const all = kept.stored();
  kept.save({ ...all, [crew]: { token: "", name: "", faces: [], ...all[crew], ...known } });
}

/** The face chosen last on this device, otherwise the first that none of the others has. */
export function ownFace(others: number[] = []): number {
  return (
    read<number>(FACE) ??
    Math.max(
      0,
      [0, 1, 2, 3, 4].findIndex((face) => !others.includes(face)),
    )
  );
}
export const keepFace = (face: number): boolean => write(FACE, face);

const people = (names: (string | null)[]): string => names.filter(Boolean).toSorted().join("|");

/** Games at this table with the same people as just now. */
export function together({ code, seats }: TableView): number {
  const now = people(seats.map((seat) => (seat && !seat.level ? seat.name : null)));
  const then = finished.value.filter((game) => game.code === code);
  return then.filter(({ team }) => people(team.map((mate) => (mate.level ? null : mate.name))) === now).length;
}

/** Whether a crew began at a table. */
export const crewAt = (code: string): boolean => Object.values(ownCrews.value).some(({ table }) => table === code);
