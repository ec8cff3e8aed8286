// Watching a finished game: the table, a scrubber, whose eyes, and what to take along.
import { effect, type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Choice } from "../parts/Choice";
import { Dialog } from "../parts/Dialog";
import { Icon } from "../parts/Icon";
import { Later } from "../parts/Later";
import { result } from "../session/news";
import { branchesOf } from "../history/branches";
import { go } from "../net/route";
import { KeyList } from "../table/KeyList";
import { LaterSheets } from "../table/LaterSheets";
import { say, t } from "../base/text";
import { nameAt } from "../base/view";
import { addressOf } from "./address";
import { jump, REPLAY_KEYS, useKeys } from "./keys";
import { Moves } from "./Moves";
import { Position } from "./Position";
import { Scrubber } from "./Scrubber";
import { followAddress } from "./telling";
import type { Watching } from "./watching";
import { WatchTop } from "./WatchTop";

export const loadShare = async () => (await import("./Share")).Share;
const PACE = 900;

export function Watch({ watching }: { watching: Watching }) {
  const playing = useSignal(false);
  const open = useSignal<"share" | "keys" | null>(null);
  useEffect(() => followAddress(watching, "replay"), [watching]);
  useKeys(watching, {
    play: () => (playing.value = !playing.value),
    share: () => (open.value = "share"),
    help: () => (open.value = "keys"),
    jump: (by) =>
      jump(
        watching,
        branchesOf(watching.game).map(({ turn }) => turn),
        by,
      ),
    out: () => go("/"),
  });
  const table = watching.table.value;
  const laid = watching.laid(watching.turn.value);
  const rises = (pile: string) => table.game?.piles.find(({ letter }) => letter === pile)?.rising ?? true;
  return (
    <main class="watch" data-testid="replay">
      <WatchTop watching={watching} onOpen={(what) => (open.value = what)} />
      <Position watching={watching} line={laid && !playing.value ? { moves: laid.moves, kind: "played" } : null} />
      <section class="verdict panel" aria-label={t("replay.played")}>
        {watching.turn.value < watching.turns.length ? (
          <>
            <h2>{t("replay.played")}</h2>
            <Moves moves={laid?.moves ?? []} rises={rises} />
          </>
        ) : (
          <Ending watching={watching} />
        )}
        <Eyes watching={watching} />
        <a
          class="quiet small"
          href={addressOf("review", watching.game, watching.turn.value + 1)}
          data-testid="to-review"
        >
          <Icon name="eye" />
          <span>{t("review.do")}</span>
        </a>
        {!watching.open && (
          <button
            type="button"
            class="quiet small"
            data-testid="replay-reveal"
            onClick={() => watching.goTurn(watching.turns.length)}
          >
            {t("replay.reveal")}
          </button>
        )}
        {watching.game.notes.map((note) => (
          <p key={note} class="problem" data-testid="replay-note">
            {say(`error.${note}`)}
          </p>
        ))}
      </section>
      <Dock watching={watching} playing={playing} />
      {open.value && (
        <Dialog
          title={t(open.value === "share" ? "replay.share" : "keys")}
          onClose={() => (open.value = null)}
          testid={`replay-${open.value}-dialog`}
        >
          {open.value === "share" ? (
            <Later load={loadShare} part props={{ watching, page: "replay" }} />
          ) : (
            <KeyList keys={REPLAY_KEYS} />
          )}
        </Dialog>
      )}
      <LaterSheets play={watching} />
    </main>
  );
}

/** The way through a game: turn by turn, or all of it card by card. */
export function Dock({ watching, playing }: { watching: Watching; playing: Signal<boolean> }) {
  useEffect(() => effect(() => playTurns(watching, playing)), [watching]);
  return (
    <section class="dock" aria-label={t("replay.steps")}>
      <Step watching={watching} by={-1} />
      <Scrubber watching={watching} />
      <Step watching={watching} by={1} />
      <button
        type="button"
        class="primary"
        aria-label={t(playing.value ? "replay.pause" : "replay.play")}
        data-testid="replay-play"
        aria-pressed={playing.value}
        onClick={() => (playing.value = !playing.value)}
      >
        <Icon name={playing.value ? "pause" : "play"} />
        <span>{t(playing.value ? "replay.pause" : "replay.play")}</span>
      </button>
    </section>
  );
}

export function Ending({ watching }: { watching: Watching }) {
  const { game } = watching.table.value;
  if (!game) return null;
  return (
    <>
      <h2 data-testid="replay-result">{result(game)}</h2>
      {game.reason && <p>{say(`reason.${game.reason}`)}</p>}
    </>
  );
}

export function Step({ watching, by }: { watching: Watching; by: 1 | -1 }) {
  const to = watching.turn.value + by;
  const none = to < 0 || to > watching.turns.length;
  return (
    <button
      type="button"
      class="quiet"
      aria-label={t(by > 0 ? "replay.next" : "replay.prev")}
      aria-disabled={none}
      data-testid={by > 0 ? "replay-next" : "replay-prev"}
      onClick={() => watching.goTurn(to)}
    >
      <Icon name={by > 0 ? "next" : "prev"} />
    </button>
  );
}

export function Eyes({ watching }: { watching: Watching }) {
  const { seats } = watching.table.value;
  if (seats.length < 2) return null;
  const options = seats.map((_, seat) => ({
    value: String(seat),
    label: t("replay.asSeen", { name: nameAt(watching.table.value, seat) }),
  }));
  return (
    <Choice
      legend={t("replay.eyes")}
      value={String(watching.eyes.value ?? "all")}
      options={[{ value: "all", label: t("replay.allHands") }, ...options]}
      onChange={(value) => (watching.eyes.value = value === "all" ? null : Number(value))}
      testid="replay-eyes"
    />
  );
}

/** Frame by frame while it plays; at the end it stops by itself. */
function playTurns(watching: Watching, playing: { value: boolean }): (() => void) | undefined {
  if (!playing.value) return undefined;
  if (watching.at.value >= watching.last) {
    playing.value = false;
    return undefined;
  }
  const timer = setTimeout(() => watching.goFrame(watching.at.peek() + 1), PACE);
  return () => clearTimeout(timer);
}
