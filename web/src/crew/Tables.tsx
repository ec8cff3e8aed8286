// Tables of the crew that are not over, and the ways to another game.
import type { Crew, CrewGame, CrewTable } from "../base/protocol";
import { t } from "../base/text";
import { editionName } from "../base/view";
import { ownSeats } from "../net/seats";
import { Icon } from "../parts/Icon";

interface Props {
  crew: Crew;
  tables: CrewTable[];
  /** The last game: who still has a seat at its table plays on there, everybody where they sat. */
  again: CrewGame | undefined;
  open: () => void;
}

export function Tables({ tables, again, open }: Props) {
  const last = again?.game.split("-")[0] ?? "";
  const rematch = last in ownSeats.value && tables.every(({ code }) => code !== last);
  return (
    <section class="panel rows" aria-labelledby="crew-tables">
      <h2 id="crew-tables">{t("crew.tables")}</h2>
      <ul data-testid="crew-tables">
        {tables.map((table) => (
          <li key={table.code} class="spread">
            <span class="row-what">
              <b>{editionName(table.edition)}</b>
              <small class="dim">{whoText(table)}</small>
            </span>
            <a class="quiet small" href={`/t/${table.code}`} data-testid={`crew-table-${table.code}`}>
              {t(table.names.includes(null) ? "join.go" : "crew.look")}
            </a>
          </li>
        ))}
      </ul>
      <div class="buttons">
        {rematch && (
          <a class="quiet" href={`/t/${last}`} data-testid="crew-rematch">
            <Icon name="again" />
            <span>{t("crew.rematch")}</span>
          </a>
        )}
        <button type="button" class="quiet" data-testid="crew-open" onClick={open}>
          <Icon name="card" />
          <span>{t("crew.open")}</span>
        </button>
      </div>
    </section>
  );
}

function whoText({ names }: CrewTable): string {
  const free = names.filter((name) => name === null).length;
  const there = names.filter(Boolean).join(", ");
  return free > 0 ? `${there} · ${t("crew.free", { count: free })}` : there;
}
