// Which page is shown. Each but home is loaded when it is wanted, or when the browser has nothing else to do.
import { effect, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { ComponentType } from "preact";
import { Home } from "./home/Home";
import { ask } from "./net/api";
import { lost, persist } from "./net/line";
import { speakAloud } from "./notice";
import { lostText } from "./parts/Lost";
import { Notices } from "./parts/Notices";
import { Waiting } from "./parts/Waiting";
import { path } from "./route";

export function App() {
  useEffect(() => whenIdle(() => void loadTable().catch(() => null)), []);
  useEffect(() => effect(() => lost.value && speakAloud(lostText())), []);
  return (
    <>
      <Page />
      <Notices />
    </>
  );
}

function Page() {
  const code = path.value.match(/^\/t\/([A-Za-z0-9]+)\/?$/)?.[1]?.toUpperCase();
  if (code) return <Later key={code} load={loadTable} props={{ code }} />;
  return path.value.startsWith("/learn") ? <Later key="learn" load={loadLesson} props={{}} /> : <Home />;
}

const loadTable = async () => (await import("./TablePage")).TablePage;
const loadLesson = async () => (await import("./lesson/Lesson")).Lesson;

interface LaterProps<P extends object> {
  load: () => Promise<ComponentType<P>>;
  props: P;
}

/** A page that is still to be fetched; where nobody answers it says so, and goes on trying. */
function Later<P extends object>({ load, props }: LaterProps<P>) {
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
  return late.value ? <Waiting lost /> : null;
}

/** A part of the client that failed once may stay failed for this page: load it anew as soon as the server answers. */
async function reloadOnceThere(): Promise<never> {
  await ask("/api/info");
  const last = Number(sessionStorage.getItem("nonante.reloaded") ?? 0);
  if (Date.now() - last > 10_000) {
    sessionStorage.setItem("nonante.reloaded", String(Date.now()));
    location.reload();
  }
  throw new TypeError("a part of the client is missing");
}

function whenIdle(act: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(act);
  else setTimeout(act, 800);
}
