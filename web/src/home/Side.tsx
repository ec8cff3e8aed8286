// What else there is for somebody who has been here: the day, puzzles, the ladder, one's level, the last game.
import { Leaf } from "../daily/Leaf";
import { ownCrews } from "../history/crews";
import { Faces } from "../crew/Face";
import { finished, type Finished } from "../history/history";
import { RUNGS, starCount, starsOf } from "../history/ladder";
import { today } from "../history/days";
import { preferences } from "../preferences/preferences";
import { counted } from "../stats/figures";
import { resultText } from "../stats/Recent";
import { levelOf } from "../stats/level";
import { LevelCurve } from "../stats/LevelCurve";
import { Strip } from "../stats/Strip";
import { RungCard } from "../opening/RungCard";
import { decimal, named, t } from "../base/text";
import { Puzzles, What } from "./Tile";
import "../stats/you.css";

/** `day`: the day has no panel of its own just now. */
export function Side({ day }: { day: boolean }) {
  const games = finished.value;
  const last = counted(games).at(-1);
  const crew = Object.entries(ownCrews.value)[0];
  const hidden = preferences.value.hideScores;
  const level = hidden ? null : levelOf(games);
  return (
    <>
      {day && (
        <a class="tile panel" href="/daily" data-testid="side-day">
          <Leaf day={today.value} />
          <What title={t("daily")} line={t("daily.line")} />
          <span class="go">{t("daily.play")} ›</span>
        </a>
      )}
      <Puzzles cards={[58, 75]} />
      {crew && (
        <a class="tile panel" href={`/crew/${crew[0]}`} data-testid="side-crew">
          <Faces faces={crew[1].faces.slice(0, 4)} />
          <span class="row-what">
            <b>{crew[1].name || t("nav.crew")}</b>
          </span>
          <span class="go">{t("nav.crew")} ›</span>
        </a>
      )}
      {last && !hidden && <Last game={last} />}
      <a class="side-ladder panel" href="/you" data-testid="side-ladder">
        <b>{t("ladder")}</b>
        <small>{!hidden && t("ladder.count", { count: starCount(games) })}</small>
        <span class="rungs" aria-hidden="true">
          {RUNGS.map((rung) => (
            <span key={rung} class="rung" data-won={starsOf(games, rung)[0]}>
              <RungCard rung={rung} />
            </span>
          ))}
        </span>
      </a>
      {level && (
        <a class="side-level panel" href="/you" data-testid="side-level">
          <b>{t("level.title")}</b>
          <small>{t("level", { points: decimal(level.points) })}</small>
          <LevelCurve level={level} />
          {level.mistake && <small>{t("level.mistake", { mistake: t(`mistake.${level.mistake.kind}`) })}</small>}
        </a>
      )}
    </>
  );
}

/** The last game, with the way to its review. */
function Last({ game }: { game: Finished }) {
  return (
    <div class="tile panel" data-testid="last-game">
      <span class="row-what">
        {game.stayed && <Strip stayed={game.stayed} />}
        <small>
          {named(t("home.last"), "")}
          <b>{resultText(game)}</b>
        </small>
      </span>
      <a class="go" href={`/review/${game.code}-${game.deal}`}>
        {t("review")} ›
      </a>
    </div>
  );
}
