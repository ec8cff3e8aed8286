// The games of this device, the latest first, each a link to its replay.
import { dayOf } from "../history/dates";
import type { Finished } from "../history/history";
import { Score } from "../parts/Score";
import { say, t } from "../base/text";
import { editionName, playersText } from "../base/view";
import { agoText } from "../daily/Today";

export function Recent({ games }: { games: Finished[] }) {
  return (
    <ul class="rows" data-testid="games">
      {games.toReversed().map((game) => (
        <li key={game.id}>
          <Result game={game} />
        </li>
      ))}
    </ul>
  );
}

function Result({ game }: { game: Finished }) {
  return (
    <a class="row-button" href={`/replay/${game.code}-${game.deal}`}>
      <Score left={game.result === "won" ? 0 : game.left} />
      <span class="row-what">
        {resultText(game)}
        <small>
          {[editionName(game.edition), playersText(game.players), game.known && t("known")].filter(Boolean).join(", ")}
        </small>
      </span>
      <small>{agoText(dayOf(new Date(game.at)))}</small>
    </a>
  );
}

export function resultText({ result, left, grade }: Finished): string {
  if (result === "won") return t("games.allDown");
  const rest = t("daily.lost", { count: left });
  return grade === "excellent" ? `${say("grade.excellent")}, ${rest}` : rest;
}
