// The tables where this browser has a seat: who, which game, whose turn, what came out.
import { computed, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ask } from "../net/api";
import { forgetSeat, ownSeats } from "../net/seats";
import { Icon } from "../parts/Icon";
import type { AskOwnTables, OwnTable, OwnTables as Answer } from "../base/protocol";
import { t } from "../base/text";
import { editionName, playersText } from "../base/view";

const known = signal<Record<string, OwnTable>>({});

/** The tables of this browser, those that wait for this person first, then the latest. */
const tables = computed(() =>
  Object.entries(ownSeats.value)
    .toSorted(([, a], [, b]) => b.at - a.at)
    .map(([code, { edition, players }]) => ({ code, edition, players, now: known.value[code] }))
    .toSorted((a, b) => rank(a.now) - rank(b.now)),
);

const rank = (now: OwnTable | undefined): number =>
  now?.status === "playing" ? (now.active === now.you ? 0 : 1) : now?.status === "lobby" ? 2 : 3;

/** Ask the server how the tables stand, now and whenever the page is looked at again. */
export function useOwnTables(): void {
  useEffect(() => {
    const look = () => void askTables();
    look();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
}

async function askTables(): Promise<void> {
  const seats = Object.entries(ownSeats.value).map(([code, { token }]) => ({ code, token }));
  if (seats.length === 0 || document.hidden) return;
  const asked: AskOwnTables = { seats };
  const answer = await ask<Answer>("/api/own-tables", { method: "POST", body: JSON.stringify(asked) }).catch(
    () => null,
  );
  if (!answer) return;
  known.value = Object.fromEntries(answer.tables.map((table) => [table.code, table]));
  for (const code of answer.gone) forgetSeat(code);
}

/** The one table that goes on without this person: before everything that can wait. */
export function WaitingTable() {
  const [first] = tables.value;
  const now = first?.now;
  if (!first || now?.status !== "playing") return null;
  return (
    <a class="run" href={`/t/${first.code}`} data-testid="waiting-table">
      <Faces table={now} />
      <span class="run-what">
        {stateText(now)}
        <small>
          {editionName(now.edition)}, {playersText(now.names.length)}
          <span class="wide"> · {t("home.toDraw", { count: now.draw_count })}</span>
        </small>
      </span>
      <span class="run-go">
        <span class="wide">{t("home.goOn")}</span>
        <Icon name="next" />
      </span>
    </a>
  );
}

function Faces({ table }: { table: OwnTable }) {
  return (
    <span class="run-seats" aria-hidden="true">
      {table.names.map((name, seat) => (
        <span key={seat} class="avatar" data-seat={seat}>
          {table.levels[seat] ? <Icon name="bot" /> : [...(name ?? "·")][0]?.toUpperCase()}
        </span>
      ))}
    </span>
  );
}

/** Whose turn it is, or what came out. */
function stateText({ status, active, you, names, score, paused }: OwnTable): string {
  if (status === "lobby") return t("home.lobby");
  if (status === "won") return t("daily.won");
  if (status === "lost") return t("left", { count: score });
  if (paused) return t("paused");
  if (active === null) return t("turn.start");
  return active === you ? t("turn.yours") : t("turn.other", { name: names[active] ?? "" });
}

export function OwnTables() {
  if (tables.value.length === 0) return null;
  return (
    <section class="own-tables panel" data-testid="own-tables">
      <h2>{t("home.own")}</h2>
      <ul>
        {tables.value.map(({ code, edition, players, now }) => (
          <li key={code} data-testid={`own-${code}`}>
            <a href={`/t/${code}`}>
              {now && <Faces table={now} />}
              <span class="run-what">
                {now ? stateText(now) : code}
                <small>
                  {[editionName(now?.edition ?? edition), now ? whoText(now) : playersText(players)].join(", ")}
                </small>
              </span>
            </a>
            <button
              type="button"
              class="own-remove"
              aria-label={t("home.own.remove", { code })}
              data-testid={`remove-${code}`}
              onClick={() => forgetSeat(code)}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function whoText({ names, you }: OwnTable): string {
  const others = names.filter((name, seat): name is string => seat !== you && name !== null);
  return others.length > 0 ? t("home.with", { names: others.join(", ") }) : playersText(names.length);
}
