// The last games of a crew: when, what, how the chance went, what stayed.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { CrewGame } from "../base/protocol";
import { t } from "../base/text";
import { editionName, playersText } from "../base/view";
import { agoText } from "../daily/Today";
import { dayOf } from "../history/dates";
import { Strip } from "../stats/Strip";
import { askCurves, curves } from "./curves";

const FEW = 4;

export function Games({ games }: { games: CrewGame[] }) {
  const all = useSignal(false);
  const shown = all.value ? games : games.slice(0, FEW);
  const wanted = shown.map(({ game }) => game);
  useEffect(() => {
    const stop = new AbortController();
    void askCurves(wanted, stop.signal);
    return () => stop.abort();
  }, [wanted.join(" ")]);
  return (
    <section class="panel" aria-labelledby="crew-games">
      <header>
        <h2 id="crew-games">{t("crew.games")}</h2>
        {games.length > FEW && !all.value && (
          <button type="button" class="go" data-testid="crew-all" onClick={() => (all.value = true)}>
            {t("crew.all", { count: games.length })} ›
          </button>
        )}
      </header>
      {games.length === 0 && <p class="dim">{t("crew.games.none")}</p>}
      <ol class="crew-games" data-testid="crew-games">
        {shown.map((game) => (
          <li key={game.game}>
            <a href={`/replay/${game.game}`}>
              <span class="row-what">
                <b>{dayText(game)}</b>
                <small class="dim">
                  {editionName(game.edition)}, {playersText(game.names.length)}
                </small>
              </span>
              <Line path={curves.value[game.game]} />
              <Strip stayed={game.stayed} />
              <b class="crew-result" data-won={game.left === 0}>
                {game.left ? t("daily.lost", { count: game.left }) : t("games.allDown")}
              </b>
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
}

function dayText({ at }: CrewGame): string {
  const ago = agoText(dayOf(new Date(at * 1000)));
  return ago.charAt(0).toLocaleUpperCase() + ago.slice(1);
}

function Line({ path }: { path: string | undefined }) {
  return (
    <svg class="crew-curve" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      {path && <path class="under" d={`M${path}V100H0Z`} />}
      {path && (
        <path d={`M${path}`} fill="none" stroke="currentColor" stroke-width="2" vector-effect="non-scaling-stroke" />
      )}
    </svg>
  );
}
