// What Python keeps in this browser: the events of each table as rows of text, and small things by name.
// Nothing here looks into a row: numbers of 64 bits do not survive JSON in JavaScript.

/** What `nonante.browser` asks of a store; lists come and go as JSON. */
export interface Store {
  /** Keep entries after the first `seq`, all or none; durable once this resolves. */
  append(code: string, seq: number, entries: string): Promise<void>;
  load(code: string): Promise<string | undefined>;
  tables(): Promise<string>;
  get(key: string): Promise<string | undefined>;
  put(key: string, value?: string): Promise<void>;
}

const NAME = "nonante";
const VERSION = 1;
/** Rows by table and number from 1. */
const ENTRIES = "entries";
/** How many rows a table has. */
const TABLES = "tables";
const SMALL = "small";

/** The table has another number of rows: known to Python by its name. */
export const conflict = (): Error => new DOMException("another number of rows", "ConstraintError");

/** Everything of one table: numbers come before lists. */
const rowsOf = (code: string): IDBKeyRange => IDBKeyRange.bound([code], [code, []]);

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error));
  });
}

/** Open the database of this browser; rejects where there is none, as in some private windows. */
export async function openStore(name = NAME): Promise<Store> {
  const opening = indexedDB.open(name, VERSION);
  opening.addEventListener("upgradeneeded", () => {
    for (const store of [ENTRIES, TABLES, SMALL]) opening.result.createObjectStore(store);
  });
  const database = await done(opening);
  database.addEventListener("versionchange", () => database.close()); // a newer version of the page may change it
  return new BrowserStore(database);
}

class BrowserStore implements Store {
  constructor(readonly database: IDBDatabase) {}

  /** Change something; resolves once it is on the disk. */
  async #write(stores: string[], act: (transaction: IDBTransaction) => Promise<void>): Promise<void> {
    const transaction = this.database.transaction(stores, "readwrite", { durability: "strict" });
    const kept = new Promise<void>((resolve, reject) => {
      transaction.addEventListener("complete", () => resolve());
      transaction.addEventListener("abort", () => reject(transaction.error ?? conflict()));
    });
    const acted = act(transaction).catch((error: unknown) => {
      transaction.abort(); // all or nothing
      throw error;
    });
    await Promise.all([acted, kept]);
  }

  #read<T>(store: string, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    return done(act(this.database.transaction(store).objectStore(store)));
  }

  append(code: string, seq: number, entries: string): Promise<void> {
    const rows = JSON.parse(entries) as string[];
    return this.#write([ENTRIES, TABLES], async (transaction) => {
      const counts = transaction.objectStore(TABLES);
      const before = ((await done(counts.get(code))) as number | undefined) ?? 0;
      if (before !== seq) return transaction.abort();
      const all = transaction.objectStore(ENTRIES);
      for (const [n, row] of rows.entries()) all.add(row, [code, seq + n + 1]);
      counts.put(seq + rows.length, code);
    });
  }

  async load(code: string): Promise<string | undefined> {
    const both = this.database.transaction([ENTRIES, TABLES]); // together: another tab may write in between
    const [rows, count] = await Promise.all([
      done(both.objectStore(ENTRIES).getAll(rowsOf(code))),
      done(both.objectStore(TABLES).get(code)),
    ]);
    if (rows.length === 0 && count === undefined) return undefined;
    // Rows that are lost are told as one that cannot be read.
    return JSON.stringify([...rows.map(String), ...(rows.length === count ? [] : [""])]);
  }

  async tables(): Promise<string> {
    return JSON.stringify(await this.#read(TABLES, (store) => store.getAllKeys()));
  }

  async get(key: string): Promise<string | undefined> {
    return (await this.#read(SMALL, (store) => store.get(key))) as string | undefined;
  }

  put(key: string, value?: string): Promise<void> {
    return this.#write([SMALL], async (transaction) => {
      const store = transaction.objectStore(SMALL);
      if (value === undefined) store.delete(key);
      else store.put(value, key);
    });
  }
}
