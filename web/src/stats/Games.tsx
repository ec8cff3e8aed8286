// Your games: stems for the cards left, wins stand on the ground as little cards; the last three, each a link.
import { dayOf } from "../history/dates";
import { finished, type Finished } from "../history/history";
import { Icon } from "../parts/Icon";
import { preferences } from "../preferences/preferences";
import { say, t } from "../base/text";
import { editionName, playersText } from "../base/view";
import { agoText } from "../daily/Today";
import "./games.css";

const SHOWN = 20;

export function Games() {
  const games = finished.value;
  const won = games.filter(({ result }) => result === "won").length;
  return (
    <section class="games panel" data-testid="games">
      <h2>
        <a href="/stats">{t("games")}</a>
      </h2>
      {!preferences.value.hideScores && (
        <>
          <p class="games-sum">{t("games.won", { won, count: games.length })}</p>
          <figure class="trend">
            <Trend games={games.slice(-SHOWN)} />
            <figcaption>
              <span>{t("games.trend", { count: Math.min(SHOWN, games.length) })}</span>
              <b>{usualText(games)}</b>
            </figcaption>
          </figure>
        </>
      )}
      <Recent games={games.slice(-3)} />
    </section>
  );
}

/** Some games, the latest first. */
export function Recent({ games }: { games: Finished[] }) {
  return (
    <ul class="recent">
      {games.toReversed().map((game) => (
        <li key={game.id}>
          <Result game={game} />
        </li>
      ))}
    </ul>
  );
}

const median = (games: Finished[]): number =>
  games.map(({ left }) => left).toSorted((a, b) => a - b)[Math.floor(games.length / 2)] ?? 0;

/** What is usual now, and what was before; nothing where there is too little to tell. */
function usualText(games: Finished[]): string {
  if (games.length < 5) return "";
  const before = games.slice(0, -SHOWN);
  const details = { now: median(games.slice(-SHOWN)), before: median(before) };
  return t(before.length < 5 ? "games.usual" : "games.usual.before", details);
}

function Trend({ games }: { games: Finished[] }) {
  const step = 100 / SHOWN;
  const most = Math.max(20, ...games.map(({ left }) => left));
  return (
    <svg viewBox="0 0 100 40" preserveAspectRatio="none" aria-hidden="true">
      <line class="ground" x1="0" x2="100" y1="37" y2="37" />
      {games.map(({ id, result, left }, n) =>
        result === "won" ? (
          <rect key={id} class="trend-won" x={n * step + 1} y="28" width={step - 2} height="9" />
        ) : (
          <path key={id} class="trend-left" d={`M${(n + 0.5) * step} 37v${-1 - (left / most) * 33}`} />
        ),
      )}
    </svg>
  );
}

export function Result({ game }: { game: Finished }) {
  const won = game.result === "won";
  return (
    <a class="result" href={`/replay/${game.code}-${game.deal}`}>
      <span class="score" data-won={won} aria-hidden="true">
        {won ? 98 : game.left}
        {won && <Icon name="check" />}
      </span>
      <span class="result-what">
        {resultText(game)}
        <small>
          {editionName(game.edition)}, {playersText(game.players)}
        </small>
      </span>
      <time>{agoText(dayOf(new Date(game.at)))}</time>
    </a>
  );
}

export function resultText({ result, left, grade }: Finished): string {
  if (result === "won") return t("games.allDown");
  const rest = t("daily.lost", { count: left });
  return grade === "excellent" ? `${say("grade.excellent")}, ${rest}` : rest;
}
