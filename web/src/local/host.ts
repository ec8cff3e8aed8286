// Tables of this browser: Python in a worker owns them, and they stay on this device.
import { signal } from "@preact/signals";
import { h } from "preact";
import type { Host, Tables } from "../net/host";
import { prefix } from "../net/prefix";
import { Refusing } from "../net/refusing";
import type { Refusal } from "../base/protocol";
import { t } from "../base/text";
import { later } from "./later";
import { LocalLine } from "./line";
import { Python } from "./python";
import { followVersion, keepVersion } from "./version";

const make = (): Worker => new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "nonante" });
const python = new Python(make, location.origin + prefix);
// Whatever is asked for starts it; on a page that asks for nothing it comes once that page is there.
setTimeout(() => void python.there().catch(() => null), 1500);
followVersion();

type Read = Awaited<ReturnType<Tables["read"]>>;

/** What is asked of a browser that cannot run Python. */
const noPython = (): Refusal => ({ code: "no-python", rule: "", text: t("static.none"), details: {} });

interface Answer {
  status: number;
  type: string;
  body: string;
}

// The rules are there before Python is, and where it cannot run.
const rules = import.meta.glob<string>("../../python/rules.*.json", { query: "?url", import: "default", eager: true });

/** Ask Python as one asks a server; what comes in parts is an answer as soon as its first part is there. */
function ask(path: string, { method = "GET", body, signal: stop }: RequestInit = {}): Promise<Response> {
  const answered = later<Response>();
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(parts) {
      let first = true;
      const part = (text: string): void => {
        if (first) answered.resolve(new Response(stream));
        first = false;
        parts.enqueue(encoder.encode(text));
      };
      const whole = (text: string): void => {
        const answer = JSON.parse(text) as Answer;
        answered.resolve(new Response(answer.body, { ...answer, headers: { "content-type": answer.type } }));
        parts.close();
      };
      const broken = (error: unknown): void => {
        answered.reject(python.progress.value.state === "none" ? new Refusing(noPython()) : error);
        parts.error(error);
      };
      const words = typeof body === "string" ? body : undefined;
      const question = { kind: "request", method, path, body: words } as const;
      void python.ask((id) => ({ ...question, id }), part, stop).then(whole, broken);
    },
  });
  return answered.promise;
}

function request(path: string, options?: RequestInit): Promise<Response> {
  const file = rules[path.replace("/api/rules/", "../../python/rules.") + ".json"];
  return file ? fetch(file) : ask(path, options);
}

// Loaded beside the first page; only who waits for Python sees it.
const status = signal<typeof import("./Status") | null>(null);
setTimeout(() => void import("./Status").then((loaded) => (status.value = loaded)).catch(() => null));

export const host: Host = {
  alone: true,
  request,
  connect: (code, ears, take = false) => new LocalLine(python, code, ears, take),
  tables: {
    save: () => python.ask((id) => ({ kind: "export", id })),
    read: async (text) => JSON.parse(await python.ask((id) => ({ kind: "import", id, text }))) as Read,
  },
  keep: () => python.settled.then(keepVersion),
  Status: () => status.value && h(status.value.Status, { python }),
};
