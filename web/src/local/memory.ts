// Where this browser keeps nothing: games that last as long as the page.
import { conflict, type Store } from "./store";

export class MemoryStore implements Store {
  readonly #tables = new Map<string, string[]>();
  readonly #small = new Map<string, string>();

  async append(code: string, seq: number, entries: string): Promise<void> {
    const rows = this.#tables.get(code) ?? [];
    if (rows.length !== seq) throw conflict();
    this.#tables.set(code, [...rows, ...(JSON.parse(entries) as string[])]);
  }

  async load(code: string): Promise<string | undefined> {
    const rows = this.#tables.get(code);
    return rows && JSON.stringify(rows);
  }

  async tables(): Promise<string> {
    return JSON.stringify([...this.#tables.keys()]);
  }

  async get(key: string): Promise<string | undefined> {
    return this.#small.get(key);
  }

  async put(key: string, value?: string): Promise<void> {
    if (value === undefined) this.#small.delete(key);
    else this.#small.set(key, value);
  }
}
