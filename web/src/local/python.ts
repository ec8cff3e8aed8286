// The page's end of the worker with Python: starts it, asks it, listens to it.
import { signal } from "@preact/signals";
import type { Ears } from "../net/host";
import { later, type Later } from "./later";
import type { FromPython, ToPython } from "./words";

/** How far Python is: on its way, there, or why it does not come. */
export type Progress =
  | { state: "loading"; share: number }
  | { state: "ready"; kept: boolean }
  /** "none": this browser cannot run it; "away": it could not be fetched, or has stopped. */
  | { state: "none" }
  | { state: "away" };

/** What a socket says whose other end has to start anew. */
const COME_AGAIN = 1012;

interface Asked {
  part: (text: string) => void;
  answer: (text: string) => void;
  broken: (error: Error) => void;
}

export class Python {
  readonly progress = signal<Progress>({ state: "loading", share: 0 });
  /** Resolved once it runs, or is known not to: what else is fetched waits for that. */
  readonly settled: Promise<void>;
  readonly #settle: () => void;
  #worker: Worker | null = null;
  #there: Later<void> | null = null;
  #count = 0;
  readonly #asked = new Map<number, Asked>();
  readonly #lines = new Map<number, Ears>();

  constructor(
    readonly make: () => Worker,
    readonly origin: string,
  ) {
    const { promise, resolve } = later<void>();
    this.settled = promise;
    this.#settle = resolve;
  }

  /** Have it run; rejects with a TypeError where it cannot come, and the next to call this tries again. */
  there(): Promise<void> {
    if (this.#there) return this.#there.promise;
    this.#there = later<void>();
    const { promise } = this.#there;
    promise.catch(() => null); // whoever waits for it is told
    if (typeof WebAssembly === "object" && typeof DecompressionStream === "function") this.#start();
    else this.#fail("none");
    return promise;
  }

  #start(): void {
    this.progress.value = { state: "loading", share: 0 };
    this.#worker = this.make();
    this.#worker.addEventListener("message", ({ data }: MessageEvent<FromPython>) => this.#hear(data));
    this.#worker.addEventListener("error", () => this.#fail("away"));
    this.#post({ kind: "start", origin: this.origin });
  }

  #post(words: ToPython): void {
    this.#worker?.postMessage(words);
  }

  #hear(words: FromPython): void {
    if (words.kind === "progress") this.progress.value = { state: "loading", share: words.share };
    else if (words.kind === "ready") this.#ready(words.kept);
    else if (words.kind === "failed") this.#fail("away");
    else if (words.kind === "heard") this.#lines.get(words.id)?.heard(words.text);
    else if (words.kind === "closed") this.#hangUp(words.id, words.code);
    else if (words.kind === "part") this.#asked.get(words.id)?.part(words.text);
    else this.#reply(words);
  }

  #ready(kept: boolean): void {
    this.progress.value = { state: "ready", kept };
    this.#there?.resolve();
    this.#settle();
  }

  /** Give up this worker: all who wait are told, and may come again. */
  #fail(state: "none" | "away"): void {
    const error = new TypeError("no Python");
    this.progress.value = { state };
    this.#settle();
    this.#worker?.terminate();
    this.#worker = null;
    this.#there?.reject(error);
    this.#there = null;
    for (const asked of this.#asked.values()) asked.broken(error);
    this.#asked.clear();
    for (const id of this.#lines.keys()) this.#hangUp(id, COME_AGAIN);
  }

  #hangUp(id: number, code: number): void {
    const ears = this.#lines.get(id);
    this.#lines.delete(id);
    ears?.closed(code);
  }

  #reply(words: Extract<FromPython, { kind: "answer" | "broken" }>): void {
    const asked = this.#asked.get(words.id);
    this.#asked.delete(words.id);
    if (words.kind === "answer") asked?.answer(words.text);
    else asked?.broken(new Error(words.why));
  }

  /** Ask something; `part` hears what comes before the whole answer. */
  async ask(
    question: (id: number) => ToPython,
    part: (text: string) => void = () => undefined,
    stop?: AbortSignal | null,
  ): Promise<string> {
    await this.there();
    const id = (this.#count += 1);
    stop?.addEventListener("abort", () => this.#post({ kind: "stop", id }));
    return new Promise((answer, broken) => {
      this.#asked.set(id, { part, answer, broken });
      this.#post(question(id));
    });
  }

  /** Open a line to a table, once Python is there. */
  connect(code: string, ears: Ears): { say: (text: string) => void; close: () => void } {
    const id = (this.#count += 1);
    this.#lines.set(id, ears);
    this.#post({ kind: "connect", id, code });
    return {
      say: (text) => this.#post({ kind: "say", id, text }),
      close: () => {
        this.#lines.delete(id);
        this.#post({ kind: "close", id });
      },
    };
  }
}
