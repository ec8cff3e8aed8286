// One table by its code: lobby, game or end, whatever it is at now.
import { useEffect, useState } from "preact/hooks";
import { Game } from "./Game";
import { Lobby } from "./lobby/Lobby";
import { forgetSeat } from "./net/seats";
import { Session } from "./session";
import { t } from "./text";

export function TablePage({ code }: { code: string }) {
  const [session, setSession] = useState<Session | null>(null);
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
  if (!table) return <main class="waiting">{t("connecting")}</main>;
  return table.game ? <Game play={session} /> : <Lobby play={session} />;
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
