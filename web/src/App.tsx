// Which page is shown. Each but home is loaded when it is wanted, or when the browser has nothing else to do.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { ComponentType } from "preact";
import { Home } from "./home/Home";
import { Notices } from "./parts/Notices";
import { path } from "./route";

export function App() {
  useEffect(() => whenIdle(() => void loadTable()), []);
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

function Later<P extends object>({ load, props }: LaterProps<P>) {
  const page = useSignal<{ Loaded: ComponentType<P> } | null>(null);
  useEffect(() => {
    const fetchPage = async () => (page.value = { Loaded: await load() });
    void fetchPage();
  }, []);
  return page.value ? <page.value.Loaded {...props} /> : null;
}

function whenIdle(act: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(act);
  else setTimeout(act, 800);
}
