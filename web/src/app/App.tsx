// Which page is shown. Each but home is loaded when it is wanted, or when the browser has nothing else to do.
import { host } from "#host";
import { effect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { ComponentType } from "preact";
import { Home } from "../home/Home";
import { lost } from "../net/line";
import { keepsNothing, readText } from "../base/storage";
import { show, speakAloud } from "../base/notice";
import { Later, whenIdle } from "../parts/Later";
import { lostText } from "../parts/Lost";
import { Notices } from "../parts/Notices";
import { PERSON } from "../net/seats";
import { path, under } from "../net/route";
import { t, withTexts } from "../base/text";

export function App() {
  useEffect(() => whenIdle(() => void loadTable().catch(() => null)), []);
  useEffect(() => (isPaired() ? whenIdle(() => void loadSync().catch(() => null)) : undefined), []);
  useEffect(() => effect(() => void (lost.value && speakAloud(lostText()))), []);
  useEffect(() => keepsNothing.subscribe((refused) => refused && show(t("kept.not"), "refusal")), []);
  return (
    <>
      <Page />
      {under.value && <Later load={loadRulesSheet} props={{}} />}
      <Notices />
      {host.Status && <host.Status />}
    </>
  );
}

function Page() {
  const shown = under.value ?? path.value;
  const code = shown.match(/^\/t\/([A-Za-z0-9]+)\/?$/)?.[1]?.toUpperCase();
  if (code) return <Later key={code} load={loadTable} props={{ code }} />;
  const name = shown.split("/")[1] ?? "";
  const load = LATER[name];
  return load ? <Later key={shown} load={load} props={{}} /> : <Home />;
}

const isPaired = () => !host.alone && readText(PERSON) !== null;
const loadSync = async () => (await import("../devices/person")).followChanges();
const loadTable = async () => (await import("./TablePage")).TablePage;
const loadRulesSheet = withTexts("learn", async () => (await import("../rules/Rules")).RulesSheet);
/** The first word of an address and its page, with its texts. */
const LATER: Record<string, (() => Promise<ComponentType>) | undefined> = {
  beat: withTexts("after", async () => (await import("../beat/Beat")).BeatPage),
  board: withTexts("board", async () => (await import("../board/BoardPage")).BoardPage),
  box: withTexts("learn", async () => (await import("../box/BoxPage")).BoxPage),
  devices: withTexts("crews", async () => (await import("../devices/Devices")).DevicesPage),
  crew: withTexts(
    "after",
    withTexts("crews", async () => (await import("../crew/Crew")).CrewPage),
  ),
  daily: withTexts("after", async () => (await import("../daily/Daily")).DailyPage),
  embed: withTexts("after", async () => (await import("../replay/Embed")).EmbedPage),
  event: withTexts(
    "after",
    withTexts("crews", async () => (await import("../event/Event")).EventPage),
  ),
  learn: withTexts("learn", async () => (await import("../lesson/Lesson")).Lesson),
  puzzles: withTexts("after", async () => (await import("../puzzles/Puzzles")).PuzzlesPage),
  replay: withTexts("after", async () => (await import("../replay/Replay")).ReplayPage),
  review: withTexts("after", async () => (await import("../review/Review")).ReviewPage),
  rules: withTexts("learn", async () => (await import("../rules/Rules")).Rules),
  stats: withTexts("after", async () => (await import("../stats/Stats")).StatsPage),
  you: withTexts("after", async () => (await import("../stats/You")).YouPage),
  take: withTexts("after", async () => (await import("../take/TakePage")).TakePage),
};
