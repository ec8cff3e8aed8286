// Which page is shown. Each but home is loaded when it is wanted, or when the browser has nothing else to do.
import { effect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { ComponentType } from "preact";
import { Home } from "./home/Home";
import { lost } from "./net/line";
import { speakAloud } from "./notice";
import { Later, whenIdle } from "./parts/Later";
import { lostText } from "./parts/Lost";
import { Notices } from "./parts/Notices";
import { path } from "./route";
import { alsoSpeak } from "./text";

export function App() {
  useEffect(() => whenIdle(() => void loadTable().catch(() => null)), []);
  useEffect(() => effect(() => void (lost.value && speakAloud(lostText()))), []);
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
  const name = path.value.split("/")[1] ?? "";
  const load = LATER[name];
  return load ? <Later key={path.value} load={load} props={{}} /> : <Home />;
}

const loadTable = async () => (await import("./TablePage")).TablePage;
/** The first word of an address and its page, with its texts. */
const LATER: Record<string, (() => Promise<ComponentType>) | undefined> = {
  replay: () => after(async () => (await import("./replay/Replay")).ReplayPage),
  daily: () => after(async () => (await import("./daily/Daily")).DailyPage),
  stats: () => after(async () => (await import("./stats/Stats")).StatsPage),
  learn: async () => (await import("./lesson/Lesson")).Lesson,
};

/** A page with the texts of everything around the games. */
async function after(load: () => Promise<ComponentType>): Promise<ComponentType> {
  const [page] = await Promise.all([load(), alsoSpeak("after")]);
  return page;
}
