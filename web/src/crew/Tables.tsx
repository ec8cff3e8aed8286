// Tables of the crew that are not over, those that wait for oneself first, and the ways to another game.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { AskOwnTables, Crew, CrewGame, CrewTable, OwnTable, OwnTables } from "../base/protocol";
import { named, t, withTexts } from "../base/text";
import { editionName, nudgeable, stateText } from "../base/view";
import { ask } from "../net/api";
import { ownSeats } from "../net/seats";
import { Icon } from "../parts/Icon";
import { Later } from "../parts/Later";

const loadRow = withTexts("slow", async () => (await import("../slow/SlowRow")).SlowRow);
const loadNudge = withTexts("slow", async () => (await import("../slow/SlowRow")).Nudge);

interface Props {
  crew: Crew;
  tables: CrewTable[];
  /** The last game: who still has a seat at its table plays on there, everybody where they sat. */
  again: CrewGame | undefined;
  open: () => void;
}

export function Tables({ tables, again, open }: Props) {
  const own = useOwn(tables);
  const last = again?.game.split("-")[0] ?? "";
  const rematch = last in ownSeats.value && tables.every(({ code }) => code !== last);
  const mine = ({ code, active }: CrewTable) => Number(own[code] !== undefined && own[code].you === active);
  const shown = tables.toSorted((a, b) => mine(b) - mine(a) || (b.waited ?? -1) - (a.waited ?? -1));
  return (
    <section class="panel rows" aria-labelledby="crew-tables">
      <h2 id="crew-tables">{t("crew.tables")}</h2>
      <ul data-testid="crew-tables">
        {shown.map((table) => (
          <Row key={table.code} table={table} own={own[table.code]} />
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

/** How the tables stand where one has a seat. */
function useOwn(tables: CrewTable[]): Record<string, OwnTable | undefined> {
  const own = useSignal<Record<string, OwnTable>>({});
  const key = tables.map(({ code }) => code).join(" ");
  useEffect(() => {
    const seats = tables.flatMap(({ code }) => {
      const token = ownSeats.peek()[code]?.token;
      return token ? [{ code, token }] : [];
    });
    const asked: AskOwnTables = { seats };
    if (seats.length === 0) return;
    void ask<OwnTables>("/api/own-tables", { method: "POST", body: JSON.stringify(asked) })
      .then((found) => (own.value = Object.fromEntries(found.tables.map((table) => [table.code, table]))))
      .catch(() => null);
  }, [key]);
  return own.value;
}

function Row({ table, own }: { table: CrewTable; own: OwnTable | undefined }) {
  const { code, edition, names, active, draw_count, waited } = table;
  const free = names.includes(null);
  const turn = active !== null && t("turn.other", { name: names[active] ?? "" });
  const title = own && !free ? stateText(own) : turn || editionName(edition);
  const words = (
    <>
      <b>{title}</b>
      <small class="dim">
        {waited === null ? (
          whoText(table, title)
        ) : (
          <>
            <Later load={loadRow} part props={{ table }} /> · {t("home.toDraw", { count: draw_count })}
          </>
        )}
      </small>
    </>
  );
  const link = { href: `/t/${code}`, "data-testid": `crew-table-${code}` };
  if (own && nudgeable(own)) {
    return (
      <li class="spread">
        <a {...link} class="row-what">
          {words}
        </a>
        <Later load={loadNudge} part props={{ table: own }} />
      </li>
    );
  }
  return (
    <li class="spread">
      <span class="row-what">{words}</span>
      <a {...link} class="quiet small" aria-label={named(action(table, own), title)}>
        {action(table, own)}
      </a>
    </li>
  );
}

function action({ names }: CrewTable, own: OwnTable | undefined): string {
  if (own?.active === own?.you && own) return t("daily.play");
  return t(names.includes(null) && !own ? "join.go" : "crew.look");
}

function whoText({ edition, names }: CrewTable, title: string): string {
  const free = names.filter((name) => name === null).length;
  const there = names.filter(Boolean).join(", ");
  const game = editionName(edition);
  const parts = [title === game ? "" : game, there, free > 0 ? t("crew.free", { count: free }) : ""];
  return parts.filter(Boolean).join(" · ");
}
