// Python in a worker: started here, it owns the tables; this carries words between the page and `nonante.browser`.
import { loadPyodide } from "pyodide";
import { info } from "pyodide/pyodide-lock.json";
import glueFile from "pyodide/pyodide.asm.mjs?url";
import { MemoryStore } from "./memory";
import { unpackParts } from "./parts";
import { openStore, type Store } from "./store";
import type { FromPython, ToPython } from "./words";

/** `nonante.browser`, as far as it is used here. */
interface Local {
  request(method: string, path: string, body: string | undefined, push: (text: string) => boolean): Promise<string>;
  connect(code: string, push: (text: string) => void, closed: (code: number) => void): TableLine;
  export(): Promise<string>;
  read(text: string): Promise<string>;
}

interface TableLine {
  receive(text: string): void;
  close(): void;
}

interface Browser {
  start(store: Store, origin: string): Promise<Local>;
}

/** Fetching the parts is so much of the way, the rest is starting. */
const FETCHED = 0.85;
/** No package but ours is ever loaded. */
const NO_PACKAGES = JSON.stringify({ info, packages: {} });

const say = (words: FromPython): void => postMessage(words);
const lines = new Map<number, TableLine>();
const stopped = new Set<number>();
let local: Local | null = null;

async function start(origin: string): Promise<void> {
  const tell = (share: number): void => say({ kind: "progress", share: share * FETCHED });
  unpackParts(tell);
  const here = new URL(".", import.meta.url).href;
  const [glue, archive] = [import(/* @vite-ignore */ new URL(glueFile, import.meta.url).href), fetch("nonante.zip")];
  archive.catch(() => null); // told below, after what Pyodide says
  const { default: createPyodideModule } = await glue;
  const python = await loadPyodide({ createPyodideModule, indexURL: here, lockFileContents: NO_PACKAGES });
  python.FS.writeFile("/nonante.zip", new Uint8Array(await (await archive).arrayBuffer()));
  say({ kind: "progress", share: (1 + FETCHED) / 2 });
  python.runPython("import sys; sys.path.append('/nonante.zip')");
  const store = await openStore().catch(() => null);
  const browser = python.pyimport("nonante.browser") as Browser;
  local = await browser.start(store ?? new MemoryStore(), origin);
  say({ kind: "ready", kept: store !== null });
}

/** Answer a question; what comes in parts is handed on as it comes. */
async function answer(id: number, ask: (local: Local) => Promise<string>): Promise<void> {
  try {
    if (!local) throw new Error("not there yet");
    say({ kind: "answer", id, text: await ask(local) });
  } catch (error) {
    say({ kind: "broken", id, why: String(error) });
  } finally {
    stopped.delete(id);
  }
}

function push(id: number): (text: string) => boolean {
  return (text) => {
    say({ kind: "part", id, text });
    return !stopped.has(id);
  };
}

function connect(id: number, code: string): void {
  const closed = (why: number): void => {
    lines.delete(id);
    say({ kind: "closed", id, code: why });
  };
  const line = local?.connect(code, (text) => say({ kind: "heard", id, text }), closed);
  if (line) lines.set(id, line);
}

function close(id: number): void {
  lines.get(id)?.close();
  lines.delete(id);
}

addEventListener("message", ({ data }: MessageEvent<ToPython>) => {
  if (data.kind === "start") start(data.origin).catch((error) => say({ kind: "failed", why: String(error) }));
  else if (data.kind === "connect") connect(data.id, data.code);
  else if (data.kind === "say") lines.get(data.id)?.receive(data.text);
  else if (data.kind === "close") close(data.id);
  else if (data.kind === "stop") stopped.add(data.id);
  else if (data.kind === "export") void answer(data.id, (all) => all.export());
  else if (data.kind === "import") void answer(data.id, (all) => all.read(data.text));
  else void answer(data.id, (all) => all.request(data.method, data.path, data.body, push(data.id)));
});
