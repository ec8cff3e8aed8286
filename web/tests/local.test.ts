import { beforeEach, describe, expect, it, vi } from "vitest";
import { LocalLine } from "../src/local/line";
import { MemoryStore } from "../src/local/memory";
import { Python } from "../src/local/python";
import type { FromPython, ToPython } from "../src/local/words";
import { TAKEN } from "../src/net/host";

/** The worker's end, played by the test. */
class FakeWorker extends EventTarget {
  said: ToPython[] = [];
  gone = false;
  postMessage = (words: ToPython): void => void this.said.push(words);
  terminate = (): void => void (this.gone = true);
  say = (words: FromPython): boolean => this.dispatchEvent(new MessageEvent("message", { data: words }));
}

let workers: FakeWorker[] = [];
const last = (): FakeWorker => workers.at(-1) as FakeWorker;
const make = (): Worker => {
  workers.push(new FakeWorker());
  return last() as unknown as Worker;
};
const started = (): Python => {
  const python = new Python(make, "https://table.test");
  void python.there();
  last().say({ kind: "ready", kept: true });
  return python;
};
const soon = (): Promise<void> => new Promise((go) => void setTimeout(go));
const ears = () => ({ opened: vi.fn(), heard: vi.fn(), closed: vi.fn() });

const line = (take = false) => {
  const heard = ears();
  return { heard, line: new LocalLine(started(), "BCDFGH", heard, take) };
};

beforeEach(() => {
  workers = [];
  vi.stubGlobal("navigator", { ...navigator, locks: undefined });
});

describe("Python in a worker", () => {
  it("is started once, tells how far it is, and answers who asked too early", async () => {
    const python = new Python(make, "https://table.test");
    const answer = python.ask((id) => ({ kind: "export", id }));
    void python.there();
    expect(workers).toHaveLength(1);
    last().say({ kind: "progress", share: 0.5 });
    expect(python.progress.value).toEqual({ state: "loading", share: 0.5 });
    last().say({ kind: "ready", kept: true });
    await soon();
    expect(last().said).toEqual([
      { kind: "start", origin: "https://table.test" },
      { kind: "export", id: 1 },
    ]);
    last().say({ kind: "answer", id: 1, text: "everything" });
    expect(await answer).toBe("everything");
  });

  it("hands parts on as they come, and stops when nobody listens any more", async () => {
    const python = started();
    const parts: string[] = [];
    const stop = new AbortController();
    void python.ask(
      (id) => ({ kind: "export", id }),
      (text) => parts.push(text),
      stop.signal,
    );
    await soon();
    last().say({ kind: "part", id: 1, text: "a" });
    stop.abort();
    expect(parts).toEqual(["a"]);
    expect(last().said.at(-1)).toEqual({ kind: "stop", id: 1 });
  });

  it("says when it cannot be fetched, and comes again when it is asked for again", async () => {
    const python = new Python(make, "https://table.test");
    const there = python.there();
    last().say({ kind: "failed", why: "no network" });
    await expect(there).rejects.toBeInstanceOf(TypeError);
    expect(python.progress.value.state).toBe("away");
    expect(last().gone).toBe(true);
    void python.there();
    expect(workers).toHaveLength(2);
  });

  it("closes every line when it stops, so that each is opened again", () => {
    const python = started();
    const heard = ears();
    python.connect("BCDFGH", heard);
    last().dispatchEvent(new Event("error"));
    expect(heard.closed).toHaveBeenCalledWith(1012);
  });
});

describe("a line to a table of this browser", () => {
  it("opens once Python is there and carries words both ways", async () => {
    const { heard, line: open } = line();
    await soon();
    expect(heard.opened).toHaveBeenCalledOnce();
    open.say("hello");
    expect(last().said.slice(1)).toEqual([
      { kind: "connect", id: 1, code: "BCDFGH" },
      { kind: "say", id: 1, text: "hello" },
    ]);
    last().say({ kind: "heard", id: 1, text: "welcome" });
    expect(heard.heard).toHaveBeenCalledWith("welcome");
    open.close();
    expect(last().said.at(-1)).toEqual({ kind: "close", id: 1 });
  });

  it("is taken where another page holds the table", async () => {
    const request = vi.fn().mockRejectedValue(new DOMException("late", "TimeoutError"));
    vi.stubGlobal("navigator", { locks: { request } });
    const { heard, line: open } = line();
    await soon();
    expect(heard.closed).toHaveBeenCalledWith(TAKEN);
    expect(heard.opened).not.toHaveBeenCalled();
    expect(open.open).toBe(false);
    line(true);
    expect(request).toHaveBeenLastCalledWith("nonante.table.BCDFGH", { steal: true }, expect.any(Function));
  });
});

describe("a store of nothing but memory", () => {
  it("keeps rows in order and refuses whoever comes second", async () => {
    const store = new MemoryStore();
    await store.append("BCDFGH", 0, JSON.stringify(["1", "2"]));
    await expect(store.append("BCDFGH", 0, JSON.stringify(["x"]))).rejects.toMatchObject({ name: "ConstraintError" });
    await store.append("BCDFGH", 2, JSON.stringify(["18446744073709551615"]));
    expect(await store.load("BCDFGH")).toBe('["1","2","18446744073709551615"]');
    expect(await store.tables()).toBe('["BCDFGH"]');
    expect(await store.load("GHJKLM")).toBeUndefined();
  });
});
