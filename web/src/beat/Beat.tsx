// Beat my deal: the same cards, the same company; what the other one made of it is told after one's own end.
import { useEffect } from "preact/hooks";
import { finished } from "../history/history";
import { newSettings } from "../opening/options";
import { ownName } from "../opening/opening";
import { openTable } from "../net/api";
import { keepSeat } from "../net/seats";
import { show } from "../base/notice";
import { isBrief } from "../history/brief";
import { Head } from "../parts/Head";
import { Later } from "../parts/Later";
import { reasonOf } from "../net/refusing";
import { go } from "../net/route";
import { t, withTexts } from "../base/text";
import { editionName, playersText } from "../base/view";
import { DealOdds } from "../review/DealOdds";
import { Duel } from "./Duel";
import { readChallenge, take, taken, type Challenge } from "../history/challenge";
import { Problem } from "../parts/Problem";

const loadInShort = withTexts("learn", async () => (await import("../rules/InShort")).InShort);

export function BeatPage() {
  const text = location.hash.slice(1);
  const challenge = readChallenge(text);
  useEffect(() => {
    document.title = "nonante";
  }, []);
  return (
    <main class="after-page beat" data-testid="beat">
      <Head />
      <h1>{t("beat")}</h1>
      {challenge ? (
        <div class="columns">
          <Offer text={text} challenge={challenge} />
          {isBrief.value && <Later load={loadInShort} part props={{}} />}
        </div>
      ) : (
        <Problem text={t("beat.damaged")} />
      )}
    </main>
  );
}

function Offer({ text, challenge }: { text: string; challenge: Challenge }) {
  const code = taken.value[text];
  const own = finished.value.find((game) => game.code === code && game.deal === 1);
  const { rules, name, left, levels, link } = challenge;
  return (
    <section class="panel stack">
      <p>{t("beat.line", { name, edition: editionName(rules.edition), players: playersText(rules.players) })}</p>
      {!own && (
        <p class="beat-score" data-testid="beat-score">
          <b>{left === 0 ? t("beat.score.won") : t("beat.score", { count: left })}</b>
        </p>
      )}
      {levels.length > 0 && <p class="dim">{t("beat.company")}</p>}
      {own && (
        <>
          <table data-testid="beat-results">
            <thead>
              <tr>
                <th scope="col">{t("players")}</th>
                <th scope="col">{t("stats.cards")}</th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <th scope="row">{t("seat.you")}</th>
                <td>{own.left}</td>
              </tr>
              <tr>
                <th scope="row">{name}</th>
                <td>{left}</td>
              </tr>
            </tbody>
          </table>
          <p>
            <b>{t(own.left < left ? "beat.better" : own.left > left ? "beat.worse" : "beat.same", { name })}</b>
          </p>
          <Duel own={{ game: `${own.code}-1`, link: "" }} theirs={{ game: null, link }} name={name} />
          <DealOdds game={{ game: `${own.code}-1`, link: "" }} />
          <div class="buttons">
            <a class="quiet" href={`/review/${own.code}-1`}>
              {t("beat.own")}
            </a>
            <a class="quiet" href={`/review#${link}`}>
              {t("beat.theirs", { name })}
            </a>
          </div>
        </>
      )}
      {!own && code && (
        <a class="primary" href={`/t/${code}`} data-testid="beat-go">
          {t("home.goOn")}
        </a>
      )}
      {!code && (
        <button type="button" class="primary" data-testid="beat-start" onClick={() => void start(text, challenge)}>
          {t("beat.start")}
        </button>
      )}
      {!own && <p class="dim">{t("beat.later", { name })}</p>}
    </section>
  );
}

async function start(text: string, { rules, seed, levels }: Challenge): Promise<void> {
  try {
    const settings = { ...newSettings(rules.edition, rules.players), rules };
    const { code, token } = await openTable({ name: ownName(), settings, bots: levels, deal: true, seed, link: true });
    keepSeat(code, { token, edition: rules.edition, players: rules.players });
    take(text, code);
    go(`/t/${code}`);
  } catch (error) {
    show(reasonOf(error), "refusal");
  }
}
