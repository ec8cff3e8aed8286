// The card table: everything of a running game on one screen.
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { travel } from "../motion";
import { latest } from "../news";
import { hideNotice } from "../notice";
import { Icon } from "../parts/Icon";
import { Later, whenIdle } from "../parts/Later";
import type { News } from "../protocol";
import type { Playing } from "../session";
import { t } from "../text";
import { Actions } from "./Actions";
import { Banner } from "./Banner";
import { Deck } from "./Deck";
import { Hand } from "./Hand";
import { HintNote } from "./HintNote";
import { Log } from "./Log";
import { Pile } from "./Pile";
import { Seat } from "./Seat";
import { sheet } from "./sheet";
import { useShortcuts } from "./shortcuts";
import { TopBar } from "./TopBar";

/** What was not possible is of the past once somebody has moved. */
const movesOn = ({ kind }: News): boolean => kind === "played" || kind === "undone" || kind === "started";

const loadSheets = async () => (await import("./Sheets")).Sheets;

interface Props {
  play: Playing;
  /** What a lesson says, in the place of the top line. */
  coach?: ComponentChildren;
}

export function Table({ play, coach }: Props) {
  const table = play.table.value;
  const root = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (root.current) travel(root.current, play.news.peek());
    if (play.news.peek().some(movesOn)) hideNotice();
  }, [table.seq]);
  useShortcuts(play);
  useEffect(() => whenIdle(() => void loadSheets().catch(() => null)), []);
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
        {table.seats.length > 1 && (
          <ul class="seats">
            {table.seats.map((_, seat) => (
              <Seat key={seat} table={table} seat={seat} />
            ))}
          </ul>
        )}
        {!coach && game.starter !== null && <Log table={table} turns={game.turns} />}
      </aside>
      <button type="button" class="ticker" data-testid="ticker" onClick={() => (sheet.value = { kind: "log" })}>
        <Icon name="log" />
        <span>{latest.value || t("log")}</span>
      </button>
      <Deck count={game.draw_count} />
      <Hand play={play} game={game} />
      <Actions play={play} game={game} />
      <HintNote play={play} />
      {sheet.value && <Later load={loadSheets} props={{ play }} />}
    </main>
  );
}
