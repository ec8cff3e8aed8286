// What a table's parts need where nobody plays at a table: nothing is told, nothing waits.
import { signal, type ReadonlySignal } from "@preact/signals";
import type { Ask } from "../net/connection";
import type { Advice, News, TableView } from "../base/protocol";
import type { Playing } from "./session";

export abstract class Offline implements Playing {
  abstract readonly table: ReadonlySignal<TableView>;
  readonly news = signal<News[]>([]);
  readonly picked = signal<number | null>(null);
  readonly advice = signal<Advice | null>(null);
  readonly fresh = signal<number[]>([]);
  readonly told = signal(null);
  readonly pending = signal(null);
  readonly thinking = signal(false);
  readonly state = signal<"open">("open");
  readonly draft = signal("");

  abstract send(asked: Ask): void;

  afterwards(): void {
    // Nothing waits here: every move is answered before the next.
  }
}
