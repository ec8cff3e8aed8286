// What a slow game adds to its table: the question about messages, and what happened while one was away.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { TableView } from "../base/protocol";
import { AskPush } from "../slow/AskPush";
import { mayAsk, refresh, serverKey } from "../preferences/push";
import { Since } from "../table/Since";

export function SlowTable({ table }: { table: TableView }) {
  const asking = useSignal<boolean | null>(null);
  const seated = table.you !== null;
  useEffect(() => {
    if (!seated) return;
    void refresh().catch(() => null);
    const offered = mayAsk() ? serverKey().catch(() => null) : Promise.resolve(null);
    void offered.then((key) => (asking.value = key !== null));
  }, [seated]);
  if (!seated || asking.value === null) return null;
  if (asking.value) return <AskPush onClose={() => (asking.value = false)} />;
  return <Since table={table} />;
}
