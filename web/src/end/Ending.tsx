// The end of a game: its moment where one saw it happen, then the result.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Cards } from "../parts/Cards";
import type { GameView, TableView } from "../base/protocol";
import type { Playing } from "../session/session";
import { say, t } from "../base/text";
import { nameAt } from "../base/view";
import { End } from "./End";
import { losing, winning } from "./timeline";
import "./moment.css";

const SKIPS = ["keydown", "pointerdown"];

interface Props {
  play: Playing;
  /** The table that still stands there, while the moment lasts. */
  held: () => Element | null;
  /** Whether there is a moment to show; without one the result is there at once. */
  moment: boolean;
  done: () => void;
}

export function Ending({ play, held, moment, done }: Props) {
  const page = useRef<HTMLDivElement>(null);
  const words = useRef<HTMLDivElement>(null);
  const table = play.table.value;
  const game = table.game as GameView;
  const skip = useMoment(moment, done, () => {
    const still = held();
    if (!still || !page.current) return [];
    if (game.status === "won") return winning(still, page.current, game.reveal?.turns ?? []);
    return words.current ? losing(still, page.current, words.current) : [];
  });
  const kind = moment ? game.status : "over";
  return (
    <div class="moment" data-testid="moment" data-moment={kind}>
      {kind === "lost" && <Words table={table} game={game} box={words} see={skip} />}
      <div ref={page} class="moment-page" inert={moment}>
        <End play={play} />
      </div>
    </div>
  );
}

/** Run the animations; a tap or any key finishes them all. */
function useMoment(moment: boolean, done: () => void, begin: () => Animation[]): () => void {
  const [running, setRunning] = useState<Animation[]>([]);
  useLayoutEffect(() => {
    if (moment) setRunning(begin());
  }, []);
  useEffect(() => {
    let shown = true;
    const wait = async () => {
      await Promise.allSettled(running.map(({ finished }) => finished));
      if (shown) done();
    };
    if (running.length > 0) void wait();
    return () => void (shown = false);
  }, [running]);
  const skip = () => {
    for (const animation of [...running, ...document.getAnimations().filter(ends)]) animation.finish();
  };
  useEffect(() => {
    if (!moment) return undefined;
    for (const kind of SKIPS) addEventListener(kind, skip);
    return () => {
      for (const kind of SKIPS) removeEventListener(kind, skip);
    };
  }, [moment, running]);
  return skip;
}

/** What turns for ever, such as the sign of a lost line, cannot be finished. */
const ends = ({ effect }: Animation): boolean => effect?.getComputedTiming().iterations !== Infinity;

interface WordsProps {
  table: TableView;
  game: GameView;
  box: { current: HTMLDivElement | null };
  see: () => void;
}

/** Why it is lost, in one sentence, and whose cards they are that do not fit. */
function Words({ table, game, box, see }: WordsProps) {
  const why = game.told ?? "stuck";
  const mine = game.active === table.you;
  const hand = game.reveal?.hands[game.active] ?? [];
  const cards = { count: hand.length, name: nameAt(table, game.active) };
  return (
    <div class="loss" ref={box}>
      <div class="loss-words" data-testid="loss">
        <p class="loss-say">{why === "stuck" ? t("loss.none") : say(`reason.${why}`)}</p>
        {why === "stuck" && <p class="dim">{mine ? t("loss.line", cards) : t("loss.other", cards)}</p>}
        {!mine && <Cards cards={hand} />}
      </div>
      <button type="button" class="quiet" data-testid="see-result" onClick={see}>
        {t("loss.see")}
      </button>
    </div>
  );
}
