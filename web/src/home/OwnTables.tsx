// The tables where this browser has a seat.
import { editionName, playersText } from "../view";
import { ownSeats } from "../net/seats";
import { t } from "../text";

export function OwnTables() {
  const tables = Object.entries(ownSeats.value).toSorted(([, a], [, b]) => b.at - a.at);
  return (
    <nav class="own-tables" aria-label={t("home.own")} data-testid="own-tables">
      <h2>{t("home.own")}</h2>
      <ul>
        {tables.slice(0, 4).map(([code, { edition, players }]) => (
          <li key={code}>
            <a href={`/t/${code}`}>
              <b>{editionName(edition)}</b> <span>{playersText(players)}</span> <small>{code}</small>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
