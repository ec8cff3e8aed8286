// A part that is loaded when it is wanted; where nobody answers it says so, and goes on trying.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { ComponentType } from "preact";
import { ask } from "../net/api";
import { persist } from "../net/line";
import { Waiting } from "./Waiting";
import { read, write } from "../base/storage";

interface LaterProps<P extends object> {
  load: () => Promise<ComponentType<P>>;
  props: P;
  /** A part of a page, which says itself that nobody answers. */
  part?: boolean;
}

export function Later<P extends object>({ load, props, part = false }: LaterProps<P>) {
  const page = useSignal<{ Loaded: ComponentType<P> } | null>(null);
  const late = useSignal(false);
  useEffect(() => {
    let wanted = true;
    const fetchPage = async () => {
      const Loaded = await persist(
        () => load().catch(reloadOnceThere),
        () => wanted,
        () => (late.value = true),
      );
      if (Loaded) page.value = { Loaded };
    };
    void fetchPage();
    return () => void (wanted = false);
  }, []);
  if (page.value) return <page.value.Loaded {...props} />;
  return late.value && !part ? <Waiting lost /> : null;
}

const RELOADED = "nonante.reloaded";

/** A part of the client that failed once may stay failed for this page: load it anew as soon as the server answers. */
async function reloadOnceThere(): Promise<never> {
  await ask("/api/info");
  const last = read<number>(RELOADED, "sessionStorage") ?? 0;
  // A page that cannot remember that it did would reload for ever.
  if (Date.now() - last > 10_000 && write(RELOADED, Date.now(), "sessionStorage")) location.reload();
  throw new TypeError("a part of the client is missing");
}

/** Do something when the browser has nothing else to do. */
export function whenIdle(act: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(act);
  else setTimeout(act, 800);
}
