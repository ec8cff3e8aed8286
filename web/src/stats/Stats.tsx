// One's games in figures: on this device, without an account.
import { host } from "#host";
import { useSignal } from "@preact/signals";
import { forgetChallenges } from "../history/challenge";
import { bestRow, forgetDays } from "../history/days";
import { finished, forgetGames, type Finished } from "../history/history";
import { Recent } from "./Recent";
import { show } from "../base/notice";
import { Choice } from "../parts/Choice";
import { Dialog } from "../parts/Dialog";
import { FileField } from "../parts/Fields";
import { Icon } from "../parts/Icon";
import { Head } from "../parts/Head";
import { saveFile } from "../parts/saveFile";
import { Switch } from "../parts/Switch";
import { prefer, preferences } from "../preferences/preferences";
import { forgetMistakes } from "../history/mistakes";
import { forgetPuzzles } from "../history/solved";
import { forgetBranches } from "../history/branches";
import { decimal, percents, say, t } from "../base/text";
import { editionName, playersText } from "../base/view";
import { Empty } from "../parts/Empty";
import { GroupTable, LeftChart, Ring, Spread } from "./Charts";
import { counted, groups, losses, mean, share, streaks, teamOf, wins } from "./figures";
import { historyText, MOST_BYTES, readHistory } from "./files";
import "./stats.css";

export function StatsPage() {
  const games = finished.value;
  const edition = useSignal("all");
  const real = counted(games);
  const editions = groups(real, (game) => game.edition).map(({ name }) => name);
  const shown = edition.value === "all" ? real : real.filter((game) => game.edition === edition.value);
  const hidden = preferences.value.hideScores;
  return (
    <main class="after-page stats" data-testid="stats">
      <Head />
      <h1>{t("stats")}</h1>
      {games.length === 0 && <Empty text={t("stats.none")} testid="stats-none" />}
      {!hidden && real.length > 0 && (
        <>
          {editions.length > 1 && (
            <Choice
              legend={t("edition")}
              value={edition.value}
              options={[
                { value: "all", label: t("stats.all") },
                ...editions.map((value) => ({ value, label: editionName(value) })),
              ]}
              onChange={(value) => (edition.value = value)}
              testid="stats-edition"
            />
          )}
          <Figures games={shown} />
          <div class="tables">
            <LeftChart games={shown} />
            <Spread games={shown} />
          </div>
          <Tables games={shown} />
        </>
      )}
      <div class="tables">
        {games.length > 0 && (
          <section class="panel rows">
            <h2>{t("stats.recent")}</h2>
            <Recent games={games.slice(-10)} />
          </section>
        )}
        <Keeping />
      </div>
    </main>
  );
}

function Figures({ games }: { games: Finished[] }) {
  const won = wins(games).length;
  const rate = share(won, games.length);
  const rows = streaks(games);
  const left = mean(losses(games).map((game) => game.left));
  const best = Math.min(...games.map((game) => game.left));
  const reviewed = games.flatMap(({ review }) => (review && review.decisions > 0 ? [review] : []));
  const decisions = reviewed.reduce((sum, one) => sum + one.decisions, 0);
  const given = reviewed.reduce((sum, one) => sum + one.given, 0);
  const few = games.length < 30 && rate ? t("stats.interval", { low: rate.low, high: rate.high }) : "";
  return (
    <dl class="figures" data-testid="stats-figures">
      <Figure name={t("stats.wins")} value={won} line={few} ring={rate?.percent} />
      <Figure name={t("stats.games")} value={games.length} />
      <Figure name={t("stats.row")} value={rows.now} line={t("stats.longest", { count: rows.longest })} />
      <Figure name={t("stats.mean")} value={left === null ? "–" : decimal(left)} line={t("stats.mean.base")} />
      <Figure name={t("stats.best")} value={best} line={t("stats.best.line")} />
      <Figure name={t("stats.days")} value={bestRow.value} line={t("stats.days.line")} />
      {decisions > 0 && (
        <Figure
          name={t("stats.given")}
          value={decimal(given / decisions)}
          line={t("stats.given.line", { count: reviewed.length })}
        />
      )}
    </dl>
  );
}

interface FigureProps {
  name: string;
  value: string | number;
  line?: string;
  /** A share in percent, as a ring of cards. */
  ring?: number | undefined;
}

function Figure({ name, value, line = "", ring }: FigureProps) {
  return (
    <div class="panel" data-ring={ring !== undefined}>
      <dt>{name}</dt>
      <dd>
        {ring !== undefined && <Ring share={ring} />}
        <b>{ring === undefined ? value : `${value} · ${percents(ring)}`}</b>
        {line && <small>{line}</small>}
      </dd>
    </div>
  );
}

function Tables({ games }: { games: Finished[] }) {
  const lost = losses(games);
  return (
    <div class="tables">
      <GroupTable title={t("edition")} groups={groups(games, ({ edition }) => edition)} name={editionName} />
      <GroupTable
        title={t("players")}
        groups={groups(games, ({ players }) => String(players))}
        name={(players) => playersText(Number(players))}
      />
      <GroupTable title={t("stats.team")} groups={groups(games, teamOf).slice(0, 8)} name={teamText} />
      {lost.length > 0 && (
        <section class="chart panel rows" data-testid="stats-reasons">
          <h2>{t("stats.reasons")}</h2>
          <ul class="reasons">
            {groups(lost, ({ reason }) => reason ?? "stuck").map(({ name, games: all }) => (
              <li key={name}>
                <b>{all.length}×</b> {say(`reason.${name}`)}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function teamText(team: string): string {
  if (team === "") return t("players.count.1");
  return team
    .split(", ")
    .map((name) => say(`level.${name}.name`) ?? name)
    .join(", ");
}

const save = async () => saveFile("nonante-history.json", await historyText());

/** Read a saved file, and say what came of it. */
const read = async (file: File | undefined) => {
  if (!file) return;
  const found = file.size > MOST_BYTES ? null : await readHistory(await file.text()).catch(() => null);
  if (!found) return show(t("stats.file.bad"), "refusal");
  const { fresh, damaged } = found;
  const left = damaged > 0 ? ` ${t("static.import.left", { count: damaged })}` : "";
  return show(t("stats.file.read", { count: fresh }) + left, damaged > 0 ? "refusal" : "news");
};

/** Where all this is kept, and what to do about it. */
function Keeping() {
  const asking = useSignal(false);
  const forget = () => {
    forgetGames();
    forgetDays();
    forgetPuzzles();
    forgetMistakes();
    forgetChallenges();
    forgetBranches();
    asking.value = false;
  };
  return (
    <section class="panel stack">
      <h2>{t("stats.keep")}</h2>
      <p>{t("stats.keep.line")}</p>
      {host.tables && <p>{t("static.keep.line")}</p>}
      <Switch
        label={t("stats.hide")}
        line={t("stats.hide.line")}
        value={preferences.value.hideScores}
        onChange={(hideScores) => prefer({ hideScores })}
        testid="stats-hide"
      />
      <div class="buttons">
        <button type="button" class="quiet" data-testid="stats-export" onClick={() => void save()}>
          <Icon name="save" />
          <span>{t("stats.export")}</span>
        </button>
        <button type="button" class="danger" data-testid="stats-delete" onClick={() => (asking.value = true)}>
          {t("stats.delete")}
        </button>
      </div>
      <FileField label={t("stats.import")} take={(file) => void read(file)} testid="stats-import" />
      {asking.value && (
        <Dialog title={t("stats.delete")} onClose={() => (asking.value = false)} testid="stats-delete-dialog">
          <div class="stack">
            <p>{t("stats.delete.line")}</p>
            <button type="button" class="danger" data-testid="stats-delete-confirm" onClick={forget}>
              {t("stats.delete.confirm")}
            </button>
          </div>
        </Dialog>
      )}
    </section>
  );
}
