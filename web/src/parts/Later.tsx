// A part that is loaded when it is wanted.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { ComponentType } from "preact";

interface LaterProps<P extends object> {
  load: () => Promise<ComponentType<P>>;
  props: P;
}

export function Later<P extends object>({ load, props }: LaterProps<P>) {
  const page = useSignal<{ Loaded: ComponentType<P> } | null>(null);
  useEffect(() => {
    const fetchPage = async () => (page.value = { Loaded: await load() });
    void fetchPage();
  }, []);
  return page.value ? <page.value.Loaded {...props} /> : null;
}

/** Do something when the browser has nothing else to do. */
export function whenIdle(act: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(act);
  else setTimeout(act, 800);
}
