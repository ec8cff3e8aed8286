// A finished game judged by the champion: the same table, the turn in words, and the curve as the way through it.
import { useSignal, type Signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { finished } from "../history/history";
import { speakAloud } from "../base/notice";
import { Dialog } from "../parts/Dialog";
import { Icon } from "../parts/Icon";
import { Later } from "../parts/Later";
import type { JudgedTurn, Review } from "../base/protocol";
import { addressOf } from "../replay/address";
import { GamePage } from "../replay/GamePage";
import { jump, REPLAY_KEYS, useKeys } from "../replay/keys";
import { Position } from "../replay/Position";
import { Scrubber } from "../replay/Scrubber";
import { followAddress } from "../replay/telling";
import { Ending, Eyes, loadShare, Step } from "../replay/Watch";
import type { Watching } from "../replay/watching";
import { WatchTop } from "../replay/WatchTop";
import { go } from "../net/route";
import { KeyList } from "../table/KeyList";
import { LaterSheets } from "../table/LaterSheets";
import { t, type Key } from "../base/text";
import { nameAt, scoreText } from "../base/view";
import { branchesOf } from "../history/branches";
import { Costs } from "./Costs";
import { Curve, placeOf } from "./Curve";
import { judge, type Judging } from "./judging";
import { verdictOf } from "./sentence";
import { Because, Verdict } from "./Verdict";
import { Problem } from "../parts/Problem";
import "./curve.css";
import "./review.css";

const loadTry = () => import("./Try").then(({ Try }) => Try);
const loadHow = () => import("./How").then(({ How }) => How);
const loadFork = () => import("./Fork").then(({ Fork }) => Fork);
const loadTree = () => import("./Tree").then(({ Tree }) => Tree);
const loadOdds = () => import("./DealOdds").then(({ DealOdds }) => DealOdds);

const MORE_KEYS: [string[], Key][] = [
  [["1", "2", "3"], "review.keys.costly"],
  [["B"], "review.keys.best"],
  [["C"], "review.keys.chance"],
  [["W"], "review.keys.fork"],
];

export const ReviewPage = () => <GamePage page="review" title="review" Game={Judged} />;

/** Turns whose champion's plan is open: first one thinks oneself. */
type Open = Signal<ReadonlySet<number>>;

function Judged({ watching }: { watching: Watching }) {
  const stop = useMemo(() => new AbortController(), [watching]);
  const judging = useMemo(() => judge(watching.game, stop.signal), [watching]);
  useEffect(() => () => stop.abort(), [watching]);
  useEffect(() => begin(watching), [watching]);
  const open: Open = useSignal<ReadonlySet<number>>(new Set());
  const trying = useSignal<JudgedTurn | null>(null);
  const leave = () => (trying.value = null);
  if (trying.value) return <Later load={loadTry} props={{ watching, judged: trying.value, onLeave: leave }} />;
  return <Looked {...{ watching, judging, open }} onTry={(judged) => (trying.value = judged)} />;
}

interface LookedProps {
  watching: Watching;
  judging: Signal<Judging>;
  open: Open;
  onTry: (judged: JudgedTurn) => void;
}

function Looked({ watching, judging, open, onTry }: LookedProps) {
  const dialog = useSignal<"share" | "keys" | "fork" | null>(null);
  const { review } = judging.value;
  const place = watching.turn.value;
  const judged = review?.turns[place];
  const show = () => (open.value = new Set([...open.value, place]));
  useReviewKeys(watching, judging, open, dialog);
  const table = watching.table.value;
  const shown = open.value.has(place);
  const plan = judged && shown ? movesOf(judged.plan) : null;
  const to = (one: number) => addressOf("review", watching.game, one + 1);
  const laid = watching.laid(place);
  const line = plan
    ? { moves: plan, kind: "champion" as const }
    : laid && { moves: laid.moves, kind: "played" as const };
  return (
    <main class="watch review" data-testid="review">
      <WatchTop watching={watching} more={lastScore(watching)} onOpen={(what) => (dialog.value = what)} />
      <Position watching={watching} line={line} />
      <section class="verdict panel" aria-label={t("review.verdict")}>
        <Progress judging={judging.value} />
        {judged ? (
          <Verdict
            key={place}
            watching={watching}
            judged={judged}
            open={shown}
            onOpen={show}
            onTry={() => onTry(judged)}
          >
            <button type="button" class="quiet small" data-testid="fork" onClick={() => (dialog.value = "fork")}>
              <Icon name="fork" />
              <span>{t("review.fork")}</span>
            </button>
          </Verdict>
        ) : (
          place === watching.turns.length && <Ending watching={watching} />
        )}
        {judged && shown && review && <Because review={review} judged={judged} />}
        {review && <Whole review={review} watching={watching} to={to} />}
        <Later load={loadOdds} part props={{ game: watching.game }} />
        <Later load={loadTree} part props={{ game: watching.game }} />
        <Eyes watching={watching} />
        {review && <Later load={loadHow} part props={{ review, name: (seat: number) => nameAt(table, seat) }} />}
      </section>
      <section class="dock" aria-label={t("replay.steps")}>
        <Step watching={watching} by={-1} />
        <div class="curve-box">
          {review && <Curve review={review} to={to} turn={place} />}
          <Scrubber watching={watching} more={chanceText(review, place)} />
        </div>
        <Step watching={watching} by={1} />
      </section>
      {dialog.value && (
        <Dialog
          title={t(({ share: "replay.share", keys: "keys", fork: "review.fork" } as const)[dialog.value])}
          onClose={() => (dialog.value = null)}
          testid={`review-${dialog.value}-dialog`}
        >
          {dialog.value === "share" && <Later load={loadShare} part props={{ watching, page: "review" }} />}
          {dialog.value === "keys" && <KeyList keys={[...REPLAY_KEYS, ...MORE_KEYS]} />}
          {dialog.value === "fork" && <Later load={loadFork} part props={{ watching, plan: judged?.plan ?? null }} />}
        </Dialog>
      )}
      <LaterSheets play={watching} />
    </main>
  );
}

interface WholeProps {
  review: Review;
  watching: Watching;
  to: (place: number) => string;
}

/** The whole game: one sentence, and the turns that cost most. */
function Whole({ review, watching, to }: WholeProps) {
  const game = watching.game.frames.at(-1)?.table.game;
  return (
    <section class="whole rows" aria-label={t("review.whole")}>
      <h2 data-testid="review-sentence" data-stage={review.stage}>
        {game ? verdictOf(review, game.score, game.told === "stuck") : ""}
      </h2>
      <Costs review={review} to={to} turn={watching.turn.value} short />
    </section>
  );
}

/** Whoever reviews knows the end; they look through their own eyes where they had a seat. */
function begin(watching: Watching): () => void {
  watching.seen.value = watching.turns.length;
  const own = finished.peek().find(({ id }) => id === watching.game.game?.replace("-", "."));
  if (own && own.players > 1) watching.eyes.value = own.you;
  return followAddress(watching, "review");
}

function useReviewKeys(
  watching: Watching,
  judging: Signal<Judging>,
  open: Open,
  dialog: Signal<"share" | "keys" | "fork" | null>,
): void {
  const costly = (n: number) => () => {
    const { review } = judging.value;
    const turn = review?.costly[n]?.turn;
    if (review && turn !== undefined) watching.goTurn(placeOf(review, turn));
  };
  const place = watching.turn.value;
  const others = new Set([...open.value].filter((one) => one !== place));
  useKeys(watching, {
    play: () => null,
    share: () => (dialog.value = "share"),
    help: () => (dialog.value = "keys"),
    jump: (by) => jump(watching, worthALook(watching, judging.value.review), by),
    out: () => {
      if (open.value.has(place)) open.value = others;
      else go(addressOf("replay", watching.game, place + 1));
    },
    more: {
      "1": costly(0),
      "2": costly(1),
      "3": costly(2),
      b: () => (open.value = new Set([...others, place])),
      c: () => speakAloud(chanceText(judging.value.review, watching.turn.value)),
      w: () => place < watching.turns.length && (dialog.value = "fork"),
    },
  });
}

/** The turns with a mark, and those where something else was tried. */
function worthALook(watching: Watching, review: Review | null): number[] {
  const marked = (review?.turns ?? []).flatMap(({ mark }, place) => (mark ? [place] : []));
  return [...marked, ...branchesOf(watching.game).map(({ turn }) => turn)];
}

/** Moves as text, "57A", as cards on piles; the end of a turn is none. */
export function movesOf(moves: string[]): { card: number; pile: "A" | "B" | "C" | "D" }[] {
  return moves
    .filter((move) => move !== "end")
    .map((move) => ({ card: Number(move.slice(0, -1)), pile: move.slice(-1) as "A" }));
}

function chanceText(review: Review | null, place: number): string {
  const { best, played } = review?.turns[place] ?? {};
  if (best === undefined || played === undefined) return "";
  return t("judged.chance", { before: Math.round(best), after: Math.round(played) });
}

function lastScore(watching: Watching): string {
  const game = watching.game.frames.at(-1)?.table.game;
  return game ? scoreText(game) : "";
}

function Progress({ judging }: { judging: Judging }) {
  if (judging.problem) {
    return <Problem text={judging.problem} testid="review-problem" />;
  }
  if (judging.share >= 1) return null;
  return (
    <label class="progress" data-testid="review-progress">
      <span>{t("review.progress")}</span>
      <progress value={judging.share} max="1" />
    </label>
  );
}
