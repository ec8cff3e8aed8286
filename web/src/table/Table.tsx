// The card table: everything of a running game on one screen.
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { deal, travel } from "../preferences/motion";
import { preferences } from "../preferences/preferences";
import { hideRefusal } from "../base/notice";
import { Later, whenIdle } from "../parts/Later";
import type { News, TableView } from "../base/protocol";
import type { Playing } from "../session/session";
import { t } from "../base/text";
import { Actions } from "./Actions";
import { Banner } from "./Banner";
import { Deck } from "./Deck";
import { Hand } from "./Hand";
import { LaterSheets, loadSheets } from "./LaterSheets";
import { Pile } from "./Pile";
import { Seat } from "./Seat";
import { useWarning } from "./Sounds";
import { useShortcuts } from "./shortcuts";
import { Ticker } from "./Ticker";
import { TopBar } from "./TopBar";
import "./table.css";

// What the first card does not need.
const loadHint = async () => (await import("./HintNote")).HintNote;
const loadOffer = async () => {
  await new Promise<void>(whenIdle);
  return (await import("./SoundOffer")).SoundOffer;
};
const loadLog = async () => (await import("./Log")).Log;

/** What was not possible is of the past once somebody has moved. */
const movesOn = ({ kind }: News): boolean => kind === "played" || kind === "undone" || kind === "started";

/** Over so many last cards the light draws in. */
const LAST = 10;

/** Let the lamp light less and less of the table as the last cards come; the page around has its own light again. */
function useNarrowing({ game }: TableView): void {
  const left = game?.status === "playing" ? game.score : LAST;
  useEffect(() => {
    const style = document.documentElement.style;
    style.setProperty("--reach", String(Math.min(1, 0.45 + (0.55 * left) / LAST)));
    return () => style.removeProperty("--reach");
  }, [left]);
}

/** A game nobody has laid a card in. */
const isFresh = ({ game }: TableView): boolean => game?.status === "playing" && game.turn <= 1 && game.laid === 0;

interface Props {
  play: Playing;
  /** What a lesson or a puzzle says, in the place of the top line. */
  coach?: ComponentChildren;
  /** What stands in the place of the players and the log. */
  side?: ComponentChildren;
  /** What stands in the place of the buttons. */
  actions?: ComponentChildren;
}

export function Table({ play, coach, side, actions }: Props) {
  const table = play.table.value;
  const root = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (root.current) travel(root.current, play.news.peek());
    if (play.news.peek().some(movesOn)) hideRefusal();
  }, [table.seq, play.pending.value]);
  useNarrowing(table);
  useLayoutEffect(() => {
    if (root.current && isFresh(table)) deal(root.current);
  }, [table.deals]);
  useEffect(() => whenIdle(() => void Promise.all([loadHint(), loadSheets()]).catch(() => null)), []);
  useShortcuts(play);
  useWarning();
  const { game } = table;
  if (!game) return null;
  return (
    <main class="table" ref={root} data-testid="table" data-seats={table.seats.length}>
      {coach ?? <TopBar play={play} />}
      <Banner table={table} />
      <section class="piles" aria-label={t("piles")}>
        {game.piles.map((pile) => (
          <Pile key={pile.letter} play={play} pile={pile} />
        ))}
      </section>
      <aside class="side" aria-label={t("players")}>
        {side}
        {!side && table.seats.length > 1 && (
          <ul class="seats">
            {table.seats.map((_, seat) => (
              <Seat key={seat} table={table} seat={seat} />
            ))}
          </ul>
        )}
        {!coach && game.starter !== null && <Later load={loadLog} props={{ play, turns: game.turns }} />}
      </aside>
      <Ticker play={play} />
      {!coach && preferences.value.sound === null && <Later load={loadOffer} part props={{ table }} />}
      <Deck count={game.draw_count} table={table} />
      <Hand play={play} game={game} />
      {actions ?? <Actions play={play} game={game} />}
      {play.advice.value && <Later load={loadHint} props={{ play }} />}
      <LaterSheets play={play} />
    </main>
  );
}
