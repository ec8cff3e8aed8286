// The card table: everything of a running game on one screen.
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { travel } from "../preferences/motion";
import { hideRefusal } from "../base/notice";
import { Later, whenIdle } from "../parts/Later";
import type { News } from "../base/protocol";
import type { Playing } from "../session/session";
import { t } from "../base/text";
import { Actions } from "./Actions";
import { Banner } from "./Banner";
import { Deck } from "./Deck";
import { Hand } from "./Hand";
import { LaterSheets, loadSheets } from "./LaterSheets";
import { Pile } from "./Pile";
import { Seat } from "./Seat";
import { useShortcuts } from "./shortcuts";
import { Ticker } from "./Ticker";
import { TopBar } from "./TopBar";
import "./table.css";

// What the first card does not need.
const loadHint = async () => (await import("./HintNote")).HintNote;
const loadLog = async () => (await import("./Log")).Log;

/** What was not possible is of the past once somebody has moved. */
const movesOn = ({ kind }: News): boolean => kind === "played" || kind === "undone" || kind === "started";

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
  useEffect(() => whenIdle(() => void Promise.all([loadHint(), loadSheets()]).catch(() => null)), []);
  useShortcuts(play);
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
      <Deck count={game.draw_count} />
      <Hand play={play} game={game} />
      {actions ?? <Actions play={play} game={game} />}
      {play.advice.value && <Later load={loadHint} props={{ play }} />}
      <LaterSheets play={play} />
    </main>
  );
}
