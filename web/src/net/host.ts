// Where the tables are: on a server, or with Python in a worker of this page. One of the two is built in, as "#host".
import type { ComponentType } from "preact";
import type { Opened, Refusal } from "../base/protocol";

export interface Host {
  /** No server: nobody else can come to a table, no network is needed, and files are all that is handed out. */
  readonly alone: boolean;
  /** Ask something, in the words of HTTP. A TypeError says that nobody answers. */
  request(path: string, options?: RequestInit): Promise<Response>;
  /** Open a line to a table; `take` it from another page of this browser that holds it. */
  connect(code: string, ears: Ears, take?: boolean): Line;
  /** Tables that live in this browser, to be saved with everything else. */
  readonly tables?: Tables;
  /** Keep the client for times without a network. */
  keep(): Promise<void>;
  /** What this host has to say on every page. */
  readonly Status?: ComponentType;
}

/** All tables as one text, and back. */
export interface Tables {
  save(): Promise<string>;
  /** Keep what `save` gave here or elsewhere: which tables are new, with one's seats, and what cannot be read. */
  read(text: string): Promise<{ opened: Opened[]; problems: Refusal[] }>;
}

/** What is heard on a line. */
export interface Ears {
  opened(): void;
  heard(text: string): void;
  /** With the code of a socket that was closed. */
  closed(code: number): void;
}

/** A line to one table. */
export interface Line {
  readonly open: boolean;
  say(text: string): void;
  close(): void;
}

/** Why a line was closed, beyond what sockets say themselves. */
export const KEPT_OUT = 4403;
export const UNKNOWN_TABLE = 4404;
export const TAKEN = 4409;
export const DAMAGED = 4422;
export const TOO_FAST = 4429;
