// The end: the result, what was left, and again.
import { show } from "../base/notice";
import { editionName, nameAt, playersText, scoreText } from "../base/view";
import { AfterGame } from "../lobby/AfterGame";
import { Card } from "../parts/Card";
import { Cards } from "../parts/Cards";
import { Icon } from "../parts/Icon";
import { KnownMark, KnownText } from "../parts/Known";
import { HomeLink } from "../parts/Logo";
import { Lost } from "../parts/Lost";
import { Numeral } from "../parts/Numeral";
import { saveFile } from "../parts/saveFile";
import type { CardView, GameView, TableView } from "../base/protocol";
import { gameOf } from "../replay/address";
import { reasonOf } from "../net/refusing";
import type { Playing } from "../session/session";
import { language, say, t } from "../base/text";
import { Log } from "../table/Log";
import { TalkButton } from "../talk/Talk";
import { MapList } from "./MapList";
import { Mark } from "./Mark";
import { News } from "./News";
import { savePicture } from "../parts/picture";
import "../styles/end.css";

export function End({ play }: { play: Playing }) {
  const table = play.table.value;
  const game = table.game as GameView;
  const won = game.status === "won";
  return (
    <main class="end-page" data-testid="end" data-grade={game.grade} data-won={won}>
      <header class="home-head" data-rise>
        <HomeLink />
        <span class="top-edition">{gameText(table)}</span>
        <Lost />
        <TalkButton play={play} />
      </header>
      {won ? <Won table={table} game={game} /> : <NotWon game={game} />}
      <div class="end-side">
        <News table={table} />
        <Piles game={game} />
      </div>
      {game.known && (
        <details class="end-known" data-testid="known" data-rise>
          <summary class="known">
            <KnownMark />
          </summary>
          <KnownText why={game.known} />
        </details>
      )}
      <Again play={play} />
      <div class="end-rest" data-rise>
        <Left table={table} game={game} />
        {game.reveal && (
          <details class="panel">
            <summary>{t("end.turns", { count: game.reveal.turns.length })}</summary>
            <Log play={play} turns={game.reveal.turns} />
          </details>
        )}
        {table.map && <MapList map={table.map} />}
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
const LISTS = { en: "en-GB", fr: "fr", de: "de" };

/** In how many turns, and by whom. */
function wonText(table: TableView, game: GameView): string {
  const names = table.seats.map((seat, n) => (n === table.you ? t("win.you") : (seat?.name ?? "")));
  const team = new Intl.ListFormat(LISTS[language.value ?? "en"]).format(names);
  const turns = t("win.turns", { count: game.reveal?.turns.length ?? game.turn });
  return names.length > 1 ? `${turns}, ${team}` : turns;
}

function NotWon({ game }: { game: GameView }) {
  return (
    <section class="end-result" data-rise>
      <span class="end-score">
        <Numeral value={game.score} />
      </span>
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

function Piles({ game }: { game: GameView }) {
  return (
    <div class="end-piles" data-rise>
      {game.piles.map(({ letter, top, bare, mark, rising }) => (
        <figure key={letter} class={rising ? "pile-rises" : "pile-falls"}>
          <figcaption>
            <Icon name={rising ? "up" : "down"} /> {letter}
          </figcaption>
          {bare ? <span class="bare">{top}</span> : <Card card={top} mark={mark} />}
        </figure>
      ))}
    </div>
  );
}

function Again({ play }: { play: Playing }) {
  const table = play.table.value;
  const host = table.host === table.you && table.you !== null;
  return (
    <section class="end-again" aria-label={t("actions")} data-rise>
      {host ? (
        <>
          <button type="button" class="primary" data-testid="again" onClick={() => play.send({ type: "deal" })}>
            <Icon name="again" />
            <span>{t("end.again")}</span>
          </button>
          <button
            type="button"
            class="quiet"
            data-testid="same"
            onClick={() => play.send({ type: "deal", same: true })}
          >
            <Icon name="cover" />
            <span>
              {t("end.same")}
              <small>{t("known")}</small>
            </span>
          </button>
        </>
      ) : (
        <p class="dim">{t("end.wait", { name: nameAt(table, table.host) })}</p>
      )}
      <AfterGame play={play} />
      <button type="button" class="quiet" data-testid="picture" onClick={() => void savePicture(table)}>
        <Icon name="picture" />
        <span>{t("end.picture")}</span>
      </button>
      <button type="button" class="quiet" data-testid="record" onClick={() => void saveRecord(table)}>
        <Icon name="save" />
        <span>{t("end.record")}</span>
      </button>
    </section>
  );
}

async function saveRecord({ code, deals }: TableView): Promise<void> {
  try {
    const { record } = await gameOf(`${code}-${deals}`);
    saveFile(`nonante-${code}-${deals}.json`, record);
  } catch (error) {
    show(reasonOf(error), "refusal");
  }
}

function Left({ table, game }: { table: TableView; game: GameView }) {
  if (!game.reveal || game.score === 0 || game.all_laid) return null;
  const { hands, draw } = game.reveal;
  return (
    <section class="panel end-left" aria-label={t("end.left")} data-testid="reveal">
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
