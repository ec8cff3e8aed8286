// Plain HTTP: open a table, ask what the server offers.
import { signal } from "@preact/signals";
import type { Info, Opened, OpenTable, Refusal, Refused } from "../protocol";

/** The server said no, with a reason for the catalogue. */
export class Refusing extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.text);
  }
}

export const info = signal<Info | null>(null);

export async function loadInfo(): Promise<void> {
  info.value ??= await ask<Info>("/api/info");
}

export function openTable(table: OpenTable): Promise<Opened> {
  return ask<Opened>("/api/tables", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(table),
  });
}

export async function ask<T>(path: string, options: RequestInit = {}): Promise<T> {
  const answer = await fetch(path, options);
  const body = (await answer.json()) as unknown;
  if (!answer.ok) throw new Refusing((body as Refused).refusal);
  return body as T;
}
