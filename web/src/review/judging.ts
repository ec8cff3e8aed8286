// The review of a game as it comes, line by line.
import { host } from "#host";
import { signal, type Signal } from "@preact/signals";
import { Refusing } from "../net/refusing";
import { seatHeaders } from "../net/seats";
import { finished, noteReview, type Reviewed } from "../history/history";
import { noteMistakes } from "../history/mistakes";
import { refusalText } from "../base/notice";
import type { AskReview, Refused, ReplayData, Review, ReviewProgress } from "../base/protocol";
import { say, t } from "../base/text";

/** Points from which a turn counts as a mistake. */
const COUNTS = 2;

export interface Judging {
  /** From 0 to 1. */
  share: number;
  review: Review | null;
  problem: string;
}

/** A finished game by its name or its text. */
export type Source = Pick<ReplayData, "game" | "link">;

/** Which game, as the server wants to hear it. */
export const sourceOf = ({ game, link }: Source): AskReview => (game ? { game, text: null } : { game, text: link });

/** Ask for the review of a game; the signal tells how far it is. */
export function judge(game: Source, stop: AbortSignal): Signal<Judging> {
  const told = signal<Judging>({ share: 0, review: null, problem: "" });
  const listen = async () => {
    try {
      for await (const { share, review, problem } of lines(game, stop)) {
        const why = problem ? (say(`error.${problem}`) ?? problem) : "";
        told.value = { share, review: review ?? told.value.review, problem: why };
        if (review && share >= 1) note(game, review);
      }
    } catch (error) {
      if (stop.aborted) return;
      const problem = error instanceof Refusing ? refusalText(error.refusal) : t("offline");
      told.value = { ...told.value, problem };
    }
  };
  void listen();
  return told;
}

async function* lines(game: Source, stop: AbortSignal): AsyncGenerator<ReviewProgress> {
  const headers = seatHeaders(game.game);
  const asked = { method: "POST", headers, body: JSON.stringify(sourceOf(game)), signal: stop };
  const answer = await host.request("/api/review", asked);
  if (!answer.ok) throw new Refusing(((await answer.json()) as Refused).refusal);
  let rest = "";
  for await (const value of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const parts = (rest + value).split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) yield JSON.parse(part) as ReviewProgress;
  }
}

function note({ game, link }: Source, review: Review): void {
  if (!game) return;
  const id = game.replace("-", ".");
  const { headline, turns } = review;
  const marks = turns.filter(({ mark }) => mark !== null).length;
  const seat = finished.peek().find((one) => one.id === id)?.you ?? 0;
  const kinds: Reviewed["kinds"] = {};
  for (const { seat: whose, loss, kind } of turns) {
    if (kind && whose === seat && loss >= COUNTS) kinds[kind] = (kinds[kind] ?? 0) + 1;
  }
  noteReview(id, { given: headline.given_away, decisions: headline.decisions, marks, kinds });
  noteMistakes(id, link, review);
}
