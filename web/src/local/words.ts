// What the page and the worker with Python say to each other.

/** From the page; `id` names a question or a line. */
export type ToPython =
  | { kind: "start"; origin: string }
  | { kind: "request"; id: number; method: string; path: string; body: string | undefined }
  | { kind: "export"; id: number }
  | { kind: "import"; id: number; text: string }
  | { kind: "stop"; id: number }
  | { kind: "connect"; id: number; code: string }
  | { kind: "say"; id: number; text: string }
  | { kind: "close"; id: number };

export type FromPython =
  /** How much of Python is there, from 0 to 1. */
  | { kind: "progress"; share: number }
  /** Python runs; whether this browser keeps anything. */
  | { kind: "ready"; kept: boolean }
  | { kind: "failed"; why: string }
  | { kind: "part"; id: number; text: string }
  | { kind: "answer"; id: number; text: string }
  | { kind: "broken"; id: number; why: string }
  | { kind: "heard"; id: number; text: string }
  | { kind: "closed"; id: number; code: number };
