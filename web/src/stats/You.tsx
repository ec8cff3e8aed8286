// You: the ladder, how well you play, what you tend to get wrong, your medals and games, and the settings.
import { useSignal } from "@preact/signals";
import { finished } from "../history/history";
import { nextRung, RUNGS, starCount, starsOf } from "../history/ladder";
import { RungCard, rungName } from "../opening/RungCard";
import { Dialog } from "../parts/Dialog";
import { Head } from "../parts/Head";
import { Empty } from "../parts/Empty";
import { Icon, RoundButton } from "../parts/Icon";
import { Medal } from "../parts/Medal";
import { PreferencesForm } from "../parts/PreferencesForm";
import { preferences } from "../preferences/preferences";
import { decimal, signed, t } from "../base/text";
import { achievements } from "./achievements";
import { counted } from "./figures";
import { levelOf } from "./level";
import { LevelCurve } from "./LevelCurve";
import { practiseAt } from "./practise";
import { Recent } from "./Recent";
import "./you.css";

/** So many medals that are still to come are shown. */
const AHEAD = 3;

export function YouPage() {
  const settings = useSignal(false);
  return (
    <main class="after-page you" data-testid="you">
      <Head>
        <RoundButton
          icon="gear"
          label={t("settings")}
          aria-haspopup="dialog"
          testid="you-settings"
          onClick={() => (settings.value = true)}
        />
      </Head>
      <h1 class="unseen">{t("seat.you")}</h1>
      <Ladder />
      {!preferences.value.hideScores && <LevelPanel />}
      <Medals />
      <Games />
      {settings.value && (
        <Dialog title={t("settings")} onClose={() => (settings.value = false)} testid="panel-settings">
          <PreferencesForm />
        </Dialog>
      )}
    </main>
  );
}

/** The way through all editions; a tap on a rung plays it. */
function Ladder() {
  const games = finished.value;
  const next = nextRung(games);
  const lacking = starsOf(games, next).indexOf(false);
  return (
    <section class="ladder panel stack" aria-labelledby="ladder" data-testid="ladder">
      <header>
        <h2 id="ladder">{t("ladder")}</h2>
        <p class="dim">{t("ladder.line")}</p>
        <b>{t("ladder.count", { count: starCount(games) })}</b>
      </header>
      <ol class="rungs">
        {RUNGS.map((rung, step) => (
          <li key={rung} style={{ "--step": step }}>
            <a class="rung" href={`/play/${rung}`} data-testid={`rung-${rung}`} data-won={starsOf(games, rung)[0]}>
              <RungCard rung={rung} />
            </a>
          </li>
        ))}
      </ol>
      <div class="ladder-go rows">
        <p class="dim">{t((["ladder.star1", "ladder.star2", "ladder.star3"] as const)[Math.max(0, lacking)]!)}</p>
        <a class="primary" href={`/play/${next}`} data-testid="ladder-play">
          <Icon name="play" />
          <span>{t("ladder.play", { rung: rungName(next) })}</span>
        </a>
      </div>
    </section>
  );
}

function LevelPanel() {
  const level = levelOf(finished.value);
  return (
    <section class="level panel rows" aria-labelledby="level" data-testid="level-panel">
      <header>
        <h2 id="level">{t("level.title")}</h2>
        {level && <b>{t("level", { points: decimal(level.points) })}</b>}
        {level && level.better !== null && Math.abs(level.better) >= 0.05 && (
          <b data-better={level.better > 0}>{t("level.better", { points: signed(-level.better) })}</b>
        )}
        {level && <small>{t("level.games", { count: level.games })}</small>}
      </header>
      {level ? <LevelCurve level={level} /> : <p class="dim">{t("level.none")}</p>}
      {level && <p class="dim">{t("level.line")}</p>}
      {level?.mistake && (
        <p class="spread" data-testid="mistake">
          <span>
            {t("level.mistake", { mistake: "" })}
            <b>{t(`mistake.${level.mistake.kind}`)}</b>{" "}
            <small>{t("level.times", { count: level.mistake.count })}</small>
          </span>
          <a class="go" href={practiseAt(level.mistake.kind)} data-testid="practise">
            {t("level.practise")} ›
          </a>
        </p>
      )}
    </section>
  );
}

/** Firsts that teach something: each says what it takes. */
function Medals() {
  const all = achievements(finished.value);
  const done = preferences.value.hideScores ? [] : all.filter((one) => one.done);
  const ahead = all.filter((one) => !done.includes(one)).slice(0, AHEAD);
  return (
    <section class="medals panel" aria-labelledby="medals">
      <header>
        <h2 id="medals">{t("medals")}</h2>
        <small>{t("medals.count", { done: done.length, count: all.length })}</small>
      </header>
      <ul data-testid="achievements">
        {[...done, ...ahead].map((one) => (
          <li key={one.name} data-done={done.includes(one)} data-testid={`achieve-${one.name}`}>
            <Medal sign={one.sign} done={done.includes(one)} />
            <span class="row-what">
              {t(one.title)}
              {done.includes(one) && <span class="unseen"> ({t("achieve.done")})</span>}
              <small>{t(one.line)}</small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Games() {
  const real = counted(finished.value);
  return (
    <section class="panel" aria-labelledby="games">
      <header>
        <h2 id="games">{t("games")}</h2>
        <a class="go" href="/stats" data-testid="to-stats">
          {t("home.stats")} ›
        </a>
      </header>
      {real.length > 0 ? <Recent games={finished.value.slice(-5)} /> : <Empty text={t("stats.none")} />}
    </section>
  );
}
