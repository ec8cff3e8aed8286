// A line to a table of this browser. One page holds it: its lock is that page's, until it closes the line or loses it.
import { TAKEN, type Ears, type Line } from "../net/host";
import { later } from "./later";
import type { Python } from "./python";

/** A page that is loaded again gives its locks back a moment after the new one asks. */
const PATIENCE = 600;
const COME_AGAIN = 1012;

export class LocalLine implements Line {
  #wire: ReturnType<Python["connect"]> | null = null;
  #done = false;
  readonly #over = later<void>();

  constructor(
    readonly python: Python,
    readonly code: string,
    readonly ears: Ears,
    take: boolean,
  ) {
    void this.#hold(take);
  }

  get open(): boolean {
    return this.#wire !== null;
  }

  say(text: string): void {
    this.#wire?.say(text);
  }

  close(): void {
    this.#done = true;
    this.#wire?.close();
    this.#wire = null;
    this.#over.resolve();
  }

  /** Plain http knows no locks; there, who comes second is told that somebody was quicker. */
  async #hold(take: boolean): Promise<void> {
    if (!navigator.locks) return this.#talk();
    const options = take ? { steal: true } : { signal: AbortSignal.timeout(PATIENCE) };
    try {
      await navigator.locks.request(`nonante.table.${this.code}`, options, () => this.#talk());
    } catch {
      this.#end(TAKEN);
    }
  }

  /** Talk until the line is closed, on either side. */
  async #talk(): Promise<void> {
    try {
      await this.python.there();
    } catch {
      return this.#end(COME_AGAIN);
    }
    if (this.#done) return undefined;
    this.#wire = this.python.connect(this.code, {
      ...this.ears,
      opened: () => undefined,
      closed: (code) => this.#end(code),
    });
    this.ears.opened();
    return this.#over.promise;
  }

  #end(code: number): void {
    if (this.#done) return;
    this.close();
    this.ears.closed(code);
  }
}
