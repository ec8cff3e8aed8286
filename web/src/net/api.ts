// Plain HTTP: open a table, ask what the server offers.
import { host } from "#host";
import { signal } from "@preact/signals";
import { persist } from "./line";
import { Refusing } from "./refusing";
import type { Info, Opened, OpenTable, Refused } from "../base/protocol";

export const info = signal<Info | null>(null);

/** Ask what the server offers, until it says so. */
export async function loadInfo(): Promise<void> {
  const wanted = () => info.value === null;
  info.value ??= await persist(() => ask<Info>("/api/info"), wanted, noMatter);
}

const noMatter = (): void => undefined;

export function openTable(table: OpenTable): Promise<Opened> {
  return ask<Opened>("/api/tables", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(table),
  });
}

/** What answers, but not in our words, is no server of ours: something between says that it is not there. */
function noServer(): never {
  throw new TypeError("no answer");
}

export async function ask<T>(path: string, options: RequestInit = {}): Promise<T> {
  const answer = await host.request(path, options);
  const body = await answer.json().catch(noServer);
  if (!answer.ok) throw new Refusing((body as Refused).refusal);
  return body as T;
}
