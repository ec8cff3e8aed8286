// One table by its code: lobby, game or end, whatever it is at now.
import { host } from "#host";
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Game } from "./Game";
import { resultShown } from "../lobby/result";
import { forgetSeat } from "../net/seats";
import { Later, whenIdle } from "../parts/Later";
import { Waiting } from "../parts/Waiting";
import type { TableView } from "../base/protocol";
import { Session } from "../session/session";
import { withPeople, WithTalk } from "../talk/Talk";
import { t, withTexts } from "../base/text";

const loadPlaces = async () => (await import("../parts/Empty")).Places;
const loadSlow = withTexts("slow", async () => (await import("./SlowTable")).SlowTable);
const loadLobby = async () => (await withPeople(import("../lobby/Lobby"))).Lobby;

export function TablePage({ code }: { code: string }) {
  const [session, setSession] = useState<Session | null>(null);
  useEffect(() => whenIdle(() => void loadLobby().catch(() => null)), []);
  useEffect(() => {
    const next = new Session(code);
    setSession(next);
    return () => next.close();
  }, [code]);
  return session ? <Shown session={session} /> : null;
}

function Shown({ session }: { session: Session }) {
  const table = session.view.value;
  const state = session.state.value;
  if (state === "gone") return <Gone code={session.code} />;
  if (state === "closed") return <Closed title={t("closed.title")} line={t("closed.line")} testid="closed" />;
  if (state === "damaged") return <Closed title={t("gone.title")} line={t("static.damaged")} testid="damaged" />;
  if (state === "taken") return <Taken session={session} />;
  if (!table) return <Waiting />;
  return (
    <WithTalk play={session}>
      <Stage session={session} table={table} />
      {table.settings.slow && !host.alone && <Later load={loadSlow} part props={{ table }} />}
    </WithTalk>
  );
}

function Stage({ session, table: { lobby, game, deals } }: { session: Session; table: TableView }) {
  useEffect(() => void (resultShown.value = false), [deals, lobby]);
  if (!game || (lobby && !resultShown.value)) return <Later key="lobby" load={loadLobby} props={{ play: session }} />;
  return <Game play={session} />;
}

function Gone({ code }: { code: string }) {
  useEffect(() => forgetSeat(code), [code]);
  return <Closed title={t("gone.title")} line={t("gone.line", { code })} testid="gone" />;
}

/** Another page of this browser plays here. */
function Taken({ session }: { session: Session }) {
  return (
    <Closed title={t("static.taken")} line={t("static.taken.line")} testid="taken">
      <button type="button" class="primary" onClick={() => session.connection.take()} data-testid="take">
        {t("static.taken.here")}
      </button>
    </Closed>
  );
}

interface ClosedProps {
  title: string;
  line: string;
  testid: string;
  children?: ComponentChildren;
}

/** Why there is no table to see, and where else to go. */
function Closed({ title, line, testid, children }: ClosedProps) {
  return (
    <main class="waiting" data-testid={testid}>
      <Later load={loadPlaces} part props={{}} />
      <h1>{title}</h1>
      <p>{line}</p>
      {children}
      <a class={children ? "quiet" : "primary"} href="/">
        {t("home")}
      </a>
    </main>
  );
}
