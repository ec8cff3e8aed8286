// Home for somebody who has been here: tables that wait, what comes next, what else there is.
import { Today } from "../daily/Today";
import { Icon } from "../parts/Icon";
import { Places } from "../parts/Empty";
import { Later } from "../parts/Later";
import { t, withTexts } from "../base/text";
import { Rows } from "./Rows";
import { Running } from "./Running";
import { runningOf, type Situation } from "./situation";
import { tables } from "./tables";
import { Another, Friends, type To } from "./Ways";

const loadSide = withTexts("after", async () => (await import("./Side")).Side);

export function Returning({ situation, to }: { situation: Situation; to: To }) {
  const running = runningOf(tables.value);
  const ways = (
    <>
      <Friends to={to} />
      <Another main={situation === "done"} />
    </>
  );
  return (
    <>
      <div class="home-main">
        <Rows />
        {situation === "offline" && <Offline />}
        {situation === "running" && running && <Running table={running}>{ways}</Running>}
        {(situation === "day" || situation === "done") && <Today linked>{ways}</Today>}
      </div>
      <aside class="home-side" aria-label={t("home.ways")}>
        <Later load={loadSide} part props={{ day: situation === "running" }} />
      </aside>
    </>
  );
}

/** Games live on the server; what this device keeps can be looked at. */
function Offline() {
  return (
    <section class="running panel" data-testid="home-offline">
      <Places />
      <h1>{t("lost.title")}</h1>
      <p class="dim">{t("home.offline")}</p>
      <a class="primary" href="/you" data-testid="offline-you">
        <Icon name="person" />
        <span>{t("home.offline.you")}</span>
      </a>
    </section>
  );
}
