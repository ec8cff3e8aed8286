// One table by its code: lobby, game or end, whatever it is at now.
import { useEffect, useState } from "preact/hooks";
import { Game } from "./Game";
import { resultShown } from "./lobby/result";
import { forgetSeat } from "./net/seats";
import { Later, whenIdle } from "./parts/Later";
import { Waiting } from "./parts/Waiting";
import type { TableView } from "./protocol";
import { Session } from "./session";
import { withPeople, WithTalk } from "./talk/Talk";
import { t } from "./text";

const loadLobby = async () => (await withPeople(import("./lobby/Lobby"))).Lobby;

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
  if (session.state.value === "gone") return <Gone code={session.code} />;
  if (!table) return <Waiting />;
  return (
    <WithTalk play={session}>
      <Stage session={session} table={table} />
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
  return (
    <main class="waiting" data-testid="gone">
      <h1>{t("gone.title")}</h1>
      <p>{t("gone.line", { code })}</p>
      <a class="primary" href="/">
        {t("home")}
      </a>
    </main>
  );
}
