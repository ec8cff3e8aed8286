// The front door, by situation: one big button for what comes next, the other ways in beside it.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { isBrief } from "../history/brief";
import { nextOf, today } from "../history/days";
import { loadInfo } from "../net/api";
import { lost } from "../net/line";
import { go, path } from "../net/route";
import { Head } from "../parts/Head";
import { RoundButton } from "../parts/Icon";
import { Later, whenIdle } from "../parts/Later";
import { Lost } from "../parts/Lost";
import { t, withTexts } from "../base/text";
import { First } from "./First";
import type { Panel } from "./Panels";
import { situationOf } from "./situation";
import { looked, tables, useOwnTables } from "./tables";
import type { To } from "./Ways";
import "./home.css";

const loadPanels = withTexts("after", async () => (await import("./Panels")).Panels);
const loadReturning = async () => (await import("./Returning")).Returning;
if (!isBrief.peek()) void loadReturning().catch(() => null);

export function Home() {
  const opened = useSignal<Panel | null>(null);
  useEffect(() => void loadInfo().catch(() => null), []);
  useEffect(() => whenIdle(() => void loadPanels().catch(() => null)), []);
  useOwnTables();
  const to: To = (name) => () => (opened.value = name);
  const another = path.value.startsWith("/play");
  const panel = opened.value ?? (another ? "another" : null);
  const close = () => {
    if (opened.value) opened.value = null;
    else go("/");
  };
  const known = { lost: lost.value, first: isBrief.value, tables: tables.value, next: nextOf(today.value) };
  const situation = situationOf(known);
  return (
    <main class="home" data-testid="home" data-situation={situation}>
      <Head>
        <Lost />
        <RoundButton
          icon="more"
          label={t("home.more")}
          aria-haspopup="dialog"
          onClick={to("more")}
          testid="home-more"
        />
      </Head>
      {situation === "first" ? (
        <First to={to} />
      ) : (
        looked.value && <Later load={loadReturning} part props={{ situation, to }} />
      )}
      <footer class="home-foot dim">
        <a class="rule-link" href="/rules" data-testid="rules-link">
          {t("rules")}
        </a>{" "}
        {t("home.foot")}
      </footer>
      {panel && <Later key={panel} load={loadPanels} props={{ panel, to, onClose: close }} />}
    </main>
  );
}
