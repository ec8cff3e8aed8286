// All results of an event: cards left on each deal, the share of other teams beaten, the median and the champion.
import type { Contest, ContestDeal, ContestScore, ContestTeam } from "../base/protocol";
import { decimal, percents, t } from "../base/text";
import { Score } from "../parts/Score";

export function Results({ contest }: { contest: Contest }) {
  const { deals, event } = contest;
  const teams = ranked(contest.teams);
  return (
    <section class="panel stack" aria-labelledby="event-results">
      <h2 id="event-results">{t("event.results")}</h2>
      <div class="scroll">
        <table class="event-table" data-testid="event-results">
          <thead>
            <tr>
              <th scope="col">{t("event.team")}</th>
              {deals.map((_, place) => (
                <th key={place} scope="col" aria-label={t("event.deal", { deal: place + 1 })}>
                  {place + 1}
                </th>
              ))}
              <th scope="col">{t("event.percent")}</th>
            </tr>
          </thead>
          <tbody>
            {teams.map((team) => (
              <tr key={team.team} data-you={team.you} data-testid={`team-${team.team}`}>
                <th scope="row">
                  {team.title}
                  <small class="dim">{team.names.join(", ")}</small>
                </th>
                {team.scores.map((score, place) => (
                  <td key={place}>{score ? <Left score={score} /> : "–"}</td>
                ))}
                <td>
                  <b>{team.percent === null ? "–" : percents(Math.round(team.percent))}</b>
                  {team.percent !== null && <i class="cells" style={{ "--share": `${team.percent}%` }} />}
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <Row name={t("event.median")} deals={deals} value={({ median }) => median} />
            <Row name={t("event.champion")} deals={deals} value={({ champion }) => champion} />
          </tfoot>
        </table>
      </div>
      <p class="dim">{t("event.percent.line")}</p>
      <div class="buttons">
        <a class="quiet" href={`/api/events/${event}/results.csv`} download={`nonante-${event}.csv`}>
          CSV
        </a>
        <a class="quiet" href={`/api/events/${event}`} download={`nonante-${event}.json`}>
          JSON
        </a>
      </div>
    </section>
  );
}

/** How many results count: whoever plays the hard deals, too, is not to come after who leaves them out. */
const counted = ({ scores }: ContestTeam): number => scores.filter((score) => score && !score.helped).length;

/** The teams, the best ones first. */
export const ranked = (teams: ContestTeam[]): ContestTeam[] =>
  teams.toSorted((a, b) => counted(b) - counted(a) || (b.percent ?? -1) - (a.percent ?? -1));

/** Cards left as a little card; with a star where a computer player helped. */
function Left({ score: { left, helped } }: { score: ContestScore }) {
  return (
    <>
      <Score left={left} />
      <span class="unseen">{left}</span>
      {helped && "*"}
    </>
  );
}

interface RowProps {
  name: string;
  deals: ContestDeal[];
  value: (deal: ContestDeal) => number | null;
}

function Row({ name, deals, value }: RowProps) {
  return (
    <tr class="dim">
      <th scope="row">{name}</th>
      {deals.map((deal, place) => {
        const found = value(deal);
        return <td key={place}>{found === null ? "–" : Number.isInteger(found) ? found : decimal(found)}</td>;
      })}
      <td>–</td>
    </tr>
  );
}
