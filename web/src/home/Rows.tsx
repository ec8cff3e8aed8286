// Tables that wait: whose turn it is there, and the way to them.
import { useSignal } from "@preact/signals";
import { forgetSeat } from "../net/seats";
import { Icon } from "../parts/Icon";
import type { OwnTable } from "../base/protocol";
import { named, t, withTexts } from "../base/text";
import { editionName, nudgeable, playersText, stateText } from "../base/view";
import { waitingOf } from "./situation";
import { tables } from "./tables";
import { Later } from "../parts/Later";

const FEW = 2;
const loadRow = withTexts("slow", async () => (await import("../slow/SlowRow")).SlowRow);
const loadNudge = withTexts("slow", async () => (await import("../slow/SlowRow")).Nudge);

export function Rows() {
  const all = useSignal(false);
  const waiting = waitingOf(tables.value);
  const shown = all.value ? waiting : waiting.slice(0, FEW);
  if (waiting.length === 0) return null;
  return (
    <section class="home-rows panel" aria-label={t("home.own")} data-testid="own-tables">
      <ul>
        {shown.map((table) => (
          <li key={table.code} class="home-row" data-testid={`own-${table.code}`}>
            <Faces table={table} />
            <What table={table} />
            <button
              type="button"
              class="round row-remove"
              aria-label={t("home.own.remove", { code: table.code })}
              data-testid={`remove-${table.code}`}
              onClick={() => forgetSeat(table.code)}
            >
              <Icon name="close" />
            </button>
            {nudgeable(table) ? (
              <Later load={loadNudge} part props={{ table }} />
            ) : (
              <a class="quiet small" href={`/t/${table.code}`} aria-label={named(t("daily.play"), stateText(table))}>
                {t("daily.play")}
              </a>
            )}
          </li>
        ))}
      </ul>
      {shown.length < waiting.length && (
        <button type="button" class="go" onClick={() => (all.value = true)} data-testid="own-more">
          {t("home.more.tables", { count: waiting.length - FEW })} ›
        </button>
      )}
    </section>
  );
}

/** What a table waits for; where that is another person, it leads there itself. */
function What({ table }: { table: OwnTable }) {
  const words = (
    <>
      <b>{stateText(table)}</b>
      <small>
        {table.waited === null ? (
          [editionName(table.edition), whoText(table)].join(", ")
        ) : (
          <Later load={loadRow} part props={{ table }} />
        )}
      </small>
    </>
  );
  if (!nudgeable(table)) return <span class="row-what">{words}</span>;
  return (
    <a class="row-what" href={`/t/${table.code}`}>
      {words}
    </a>
  );
}

function Faces({ table }: { table: OwnTable }) {
  return (
    <span class="faces" aria-hidden="true">
      {table.names.map((name, seat) => (
        <span key={seat} class="avatar" data-seat={seat}>
          {table.levels[seat] ? <Icon name="bot" /> : [...(name ?? "·")][0]?.toUpperCase()}
        </span>
      ))}
    </span>
  );
}

export function whoText({ names, you }: OwnTable): string {
  const others = names.filter((name, seat): name is string => seat !== you && name !== null);
  return others.length > 0 ? t("home.with", { names: others.join(", ") }) : playersText(names.length);
}
