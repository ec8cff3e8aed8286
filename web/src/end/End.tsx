// The end: the result, one sentence about it, how the chance went, and where to go from here.
import { host } from "#host";
import { useEffect, useMemo } from "preact/hooks";
import { CARDS } from "../base/hue";
import { editionName, nameAt, people, playersText, scoreText } from "../base/view";
import { playDaily } from "../daily/start";
import { shareText } from "../daily/share";
import { dealAt, nextOf } from "../history/days";
import { Suggestion } from "../lobby/AfterGame";
import { linkTo } from "../net/address";
import { ownSeats } from "../net/seats";
import { go } from "../net/route";
import { Cards } from "../parts/Cards";
import { KnownMark, KnownText } from "../parts/Known";
import { Later } from "../parts/Later";
import { HomeLink } from "../parts/Logo";
import { Lost } from "../parts/Lost";
import type { CardView, GameView, TableView } from "../base/protocol";
import type { Playing } from "../session/session";
import { judge, type Source } from "../review/judging";
import { language, say, t, withTexts } from "../base/text";
import { TalkButton } from "../talk/Talk";
import { Hub } from "./Hub";
import { Count, Mark } from "./Mark";
import { COSTLY, verdictOf, worstOf } from "../review/sentence";
import "./end.css";

const loadDay = async () => (await import("./DayEnd")).DayEnd;
const loadOffer = withTexts("crews", async () => (await import("../crew/Offer")).Offer);
const loadLog = async () => (await import("../table/Log")).Log;
const loadNews = async () => (await import("./News")).News;
const loadMap = async () => (await import("./MapList")).MapList;
const loadCurve = async () => (await import("./HubCurve")).HubCurve;

/** After a second game with others, who may want to stay together; after a deal of an event, which goes on. */
const mayKeep = (table: TableView): boolean =>
  !host.alone &&
  table.you !== null &&
  (ownSeats.value[table.code]?.event ? true : table.deals > 1 && people(table) > 1);

export function End({ play }: { play: Playing }) {
  const table = play.table.value;
  const game = table.game as GameView;
  const won = game.status === "won";
  const hosts = table.host === table.you && table.you !== null;
  const source: Source = { game: `${table.code}-${table.deals}`, link: "" };
  const stop = useMemo(() => new AbortController(), []);
  useEffect(() => () => stop.abort(), []);
  const { review, problem } = useMemo(() => judge(source, stop.signal), []).value;
  const worst = review && review.costly.length > 0 ? worstOf(review) : null;
  const sentence = review ? verdictOf(review, game.score, game.told === "stuck") : "";
  const deal = dealAt(table);
  const category = deal ? nextOf(deal.day) : undefined;
  const contest = ownSeats.value[table.code]?.event;
  const next = contest
    ? { text: t("event.back"), go: () => go(`/event/${contest}`) }
    : category && { text: t("hub.next", { deal: t(`daily.${category}`) }), go: () => void playDaily(category) };
  const told = deal?.first ? () => shareText(deal.day, linkTo(`/daily/${deal.day}`), "shapes") : undefined;
  const curve = (
    <section class="hub-curve panel rows" aria-label={t("hub.curve")} data-rise hidden={!game.reveal}>
      <header>
        <h2>{t("hub.curve")}</h2>
        <span class="dim">{review?.stage === "full" ? t("hub.curve.line") : problem ? "" : t("verdict.waits")}</span>
      </header>
      {problem && (
        <p class="dim" data-testid="hub-problem">
          {t("hub.review.none", { why: problem })}
        </p>
      )}
      {review && <Later load={loadCurve} part props={{ review, source }} />}
    </section>
  );
  return (
    <main class="end-page end-hub" data-testid="end" data-grade={game.grade} data-won={won}>
      <header class="home-head" data-rise>
        <HomeLink />
        <span class="top-edition">{gameText(table)}</span>
        <Lost />
        <TalkButton play={play} />
      </header>
      {won ? <Won table={table} game={game} /> : <NotWon game={game} />}
      <p
        class="hub-verdict"
        data-testid="hub-verdict"
        data-stage={review?.stage ?? "none"}
        aria-live="polite"
        data-rise
      >
        {sentence || (won || !game.reveal ? "" : t("verdict.left", { count: game.score }))}
      </p>
      <div class="end-side stack">
        {deal && <Later load={loadDay} part props={{ table, deal, told: told ?? (() => "") }} />}
        <Later load={loadNews} part props={{ table }} />
        {mayKeep(table) && <Later load={loadOffer} part props={{ table }} />}
        {hosts && table.next_edition && <Suggestion play={play} edition={table.next_edition} />}
      </div>
      {!deal && curve}
      <Hub
        play={play}
        source={source}
        sentence={sentence}
        next={next}
        told={told}
        worst={worst?.number ?? null}
        costly={!won && (worst?.loss ?? 0) >= COSTLY}
      />
      {deal && curve}
      {game.known && (
        <details class="end-known" data-testid="known" data-rise>
          <summary class="known">
            <KnownMark />
          </summary>
          <KnownText why={game.known} />
        </details>
      )}
      <div class="end-rest stack" data-rise>
        <Left table={table} game={game} />
        {game.reveal && (
          <details class="panel">
            <summary>{t("end.turns", { count: game.reveal.turns.length })}</summary>
            <Later load={loadLog} part props={{ play, turns: game.reveal.turns }} />
          </details>
        )}
        {table.map && <Later load={loadMap} part props={{ map: table.map }} />}
      </div>
    </main>
  );
}

const gameText = ({ settings, seats }: TableView): string =>
  `${editionName(settings.rules.edition)}, ${playersText(seats.length)}`;

function Won({ table, game }: { table: TableView; game: GameView }) {
  return (
    <section class="end-result end-won">
      <Mark />
      <div data-rise>
        <h1 data-testid="grade">{t("win.title")}</h1>
        <p class="dim">{wonText(table, game)}</p>
      </div>
    </section>
  );
}

/** In English without a comma before the last name. */
const list = (tag: string) => new Intl.ListFormat(tag === "en" ? "en-GB" : tag);

/** In how many turns, and by whom. */
function wonText(table: TableView, game: GameView): string {
  const names = table.seats.map((seat, n) => (n === table.you ? t("win.you") : (seat?.name ?? "")));
  const team = list(language.value ?? "en").format(names);
  const turns = t("win.turns", { count: game.reveal?.turns.length ?? game.turn });
  return names.length > 1 ? `${turns}, ${team}` : turns;
}

function NotWon({ game }: { game: GameView }) {
  const { hands, draw } = game.reveal ?? { hands: [], draw: [] };
  const left = [...hands.flat(), ...draw].map(({ card }) => card).toSorted((one, other) => one - other);
  return (
    <section class="end-result end-lost" data-rise>
      {game.reveal ? <Mark left={left} /> : <Count laid={CARDS - game.score} />}
      <div>
        <h1 data-testid="grade">{say(`grade.${game.grade}`)}</h1>
        <p data-testid="left">{scoreText(game)}</p>
        {game.reason && (
          <p class="dim" data-testid="reason">
            {say(`reason.${game.told}`)}
          </p>
        )}
      </div>
    </section>
  );
}

function Left({ table, game }: { table: TableView; game: GameView }) {
  if (!game.reveal || game.score === 0 || game.all_laid) return null;
  const { hands, draw } = game.reveal;
  return (
    <section class="panel rows" aria-label={t("end.left")} data-testid="reveal">
      <h2>{t("end.left")}</h2>
      {hands.map((hand, seat) =>
        hand.length > 0 ? <Rest key={seat} name={nameAt(table, seat)} cards={hand} /> : null,
      )}
      {draw.length > 0 && <Rest name={t("deck.name")} cards={draw} />}
    </section>
  );
}

function Rest({ name, cards }: { name: string; cards: CardView[] }) {
  return (
    <div class="rest">
      <h3>{name}</h3>
      <Cards cards={cards} />
    </div>
  );
}
