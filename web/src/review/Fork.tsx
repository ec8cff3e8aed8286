// What if: on the same deck, played on at a table; or on a hundred others, played by champions.
import { host } from "#host";
import { useSignal } from "@preact/signals";
import { ownName } from "../opening/opening";
import { ask } from "../net/api";
import { keepSeat } from "../net/seats";
import { show } from "../base/notice";
import { TwoLines } from "../parts/TwoLines";
import type { AskTurn, Odds, Opened } from "../base/protocol";
import { reasonOf } from "../net/refusing";
import type { Watching } from "../replay/watching";
import { go } from "../net/route";
import { t } from "../base/text";
import { keepBranch } from "../history/branches";
import { sourceOf } from "./judging";
import { Tree } from "./Tree";

export function Fork({ watching, plan }: { watching: Watching; plan: string[] | null }) {
  const odds = useSignal<{ played?: Odds; champion?: Odds }>({});
  const busy = useSignal(false);
  const place = watching.turn.value;
  const asked: AskTurn = { ...sourceOf(watching.game), turn: watching.turns[place]?.turn ?? 0 };
  const post = <T,>(path: string, more: object = {}) =>
    ask<T>(`/api/review/${path}`, { method: "POST", body: JSON.stringify({ ...asked, ...more }) });
  const playOn = async () => {
    try {
      const { code, token, edition, players } = await post<Opened>("branch", { name: ownName() });
      keepSeat(code, { token, edition, players });
      keepBranch(watching.game, place, code);
      go(`/t/${code}`);
    } catch (error) {
      show(reasonOf(error), "refusal");
    }
  };
  const others = async () => {
    busy.value = true;
    try {
      const played = await post<Odds>("decks");
      odds.value = { played };
      if (plan) odds.value = { played, champion: await post<Odds>("decks", { moves: plan }) };
    } catch (error) {
      show(reasonOf(error), "refusal");
    } finally {
      busy.value = false;
    }
  };
  const { played, champion } = odds.value;
  return (
    <div class="stack">
      <button type="button" class="primary" data-testid="fork-same" onClick={() => void playOn()}>
        <TwoLines icon="play" title={t("fork.same")} line={t("fork.same.line")} />
      </button>
      {!host.alone && (
        <button
          type="button"
          class="quiet"
          aria-disabled={busy.value}
          data-testid="fork-others"
          onClick={() => !busy.value && void others()}
        >
          <TwoLines
            icon="again"
            title={t(busy.value ? "review.progress" : "fork.others")}
            line={t("fork.others.line")}
          />
        </button>
      )}
      <output data-testid="fork-odds">
        {played && <p>{t("fork.played", { won: played.won, games: played.games })}</p>}
        {champion && <p>{t("fork.champion", { won: champion.won, games: champion.games })}</p>}
      </output>
      <Tree game={watching.game} />
    </div>
  );
}
