// Small charts in SVG, each with a table beside it that says the same.
import { dayOf } from "../history/dates";
import type { Finished } from "../history/history";
import { decimal, dateText, t } from "../base/text";
import { editionName, playersText } from "../base/view";
import { Table } from "../parts/Table";
import { colourOf } from "../base/hue";
import { mean, wins, type Group } from "./figures";

const SHOWN = 60;
const WINDOW = 10;

/** Cards left, game by game; wins stand on the ground, the line is the mean of ten games. */
export function LeftChart({ games }: { games: Finished[] }) {
  const shown = games.slice(-SHOWN);
  const most = Math.max(20, ...shown.map(({ left }) => left));
  const x = (n: number) => 4 + ((n + 0.5) * 292) / shown.length;
  const y = (left: number) => 92 - (left / most) * 84;
  const average = shown.map(
    (_, n) => mean(shown.slice(Math.max(0, n - WINDOW + 1), n + 1).map(({ left }) => left)) ?? 0,
  );
  const line = average.map((left, n) => `${n ? "L" : "M"}${x(n).toFixed(1)} ${y(left).toFixed(1)}`).join("");
  const summary = t("stats.left.summary", {
    count: shown.length,
    won: wins(shown).length,
    mean: decimal(average.at(-1) ?? 0),
  });
  return (
    <figure class="chart panel rows" aria-label={summary}>
      <figcaption>{t("stats.left")}</figcaption>
      <small class="dim" aria-hidden="true">
        {most}
      </small>
      <svg viewBox="0 0 300 100" aria-hidden="true">
        <line class="ground" x1="0" x2="300" y1="92" y2="92" />
        {shown.map(({ id, result, left }, n) =>
          result === "won" ? (
            <rect key={id} class="trend-won" x={x(n) - 2} y="86" width="4" height="6" rx="1" />
          ) : (
            <path key={id} class="trend-left" d={`M${x(n)} 92V${y(left)}`} />
          ),
        )}
        {shown.length > 1 && <path class="average" d={line} />}
      </svg>
      <p class="dim">{summary}</p>
      <details>
        <summary>{t("stats.table")}</summary>
        <GamesTable games={shown.toReversed()} />
      </details>
    </figure>
  );
}

const BITS = 42;

/** A share as a ring of little cards in their hues. */
export function Ring({ share }: { share: number }) {
  return (
    <svg width="104" viewBox="0 0 100 100" aria-hidden="true">
      {Array.from({ length: BITS }, (_, n) => {
        const colour = (100 * n) / BITS < share ? hueOf(2 + (97 * n) / (BITS - 1)) : "var(--track)";
        return <rect key={n} x="47.500" y="2" width="5" height="14" rx="1.500" fill={colour} transform={turned(n)} />;
      })}
    </svg>
  );
}

const hueOf = (value: number): string => {
  const { light, chroma, hue } = colourOf(value);
  return `oklch(${light + 0.04} ${chroma} ${hue})`;
};

const turned = (n: number): string => `rotate(${(360 * n) / BITS} 50 50)`;

/** The most cards left in each bar. */
const BOUNDS = [0, 5, 10, 15, 20, 30, 98];

/** How many games left how many cards: the fewer, the higher the card in whose hue the bar is. */
export function Spread({ games }: { games: Finished[] }) {
  const counts = BOUNDS.map(
    (most, n) => games.filter(({ left }) => left <= most && left > (BOUNDS[n - 1] ?? -1)).length,
  );
  const highest = Math.max(1, ...counts);
  return (
    <section class="chart panel rows" aria-labelledby="stats-spread">
      <h2 id="stats-spread">{t("stats.spread")}</h2>
      <ol class="bar-chart" data-testid="stats-spread">
        {BOUNDS.map((most, n) => (
          <li
            key={most}
            style={{ "--bar": hueOf(99 - most * 1.6), "--share": `${((counts[n] ?? 0) / highest) * 100}%` }}
          >
            <i aria-hidden="true" />
            <small>
              <b>{counts[n]}</b>
              <br />
              {bucketText(n)}
            </small>
          </li>
        ))}
      </ol>
    </section>
  );
}

const bucketText = (n: number): string => {
  const [least, most] = [(BOUNDS[n - 1] ?? -1) + 1, BOUNDS[n] ?? 0];
  return most === 98 ? `${least}+` : least === most ? String(most) : `${least}–${most}`;
};

function GamesTable({ games }: { games: Finished[] }) {
  return (
    <Table heads={[t("stats.day"), t("edition"), t("players"), t("stats.cards")]}>
      {games.map(({ id, at, edition, players, left }) => (
        <tr key={id}>
          <th scope="row">{dateText(dayOf(new Date(at)), { day: "numeric", month: "short", year: "numeric" })}</th>
          <td>{editionName(edition)}</td>
          <td>{playersText(players)}</td>
          <td>{left}</td>
        </tr>
      ))}
    </Table>
  );
}

/** Groups as bars and numbers at once: played, and how much of it was won. */
export function GroupTable({ title, groups, name }: { title: string; groups: Group[]; name: (key: string) => string }) {
  const most = Math.max(1, ...groups.map(({ games }) => games.length));
  return (
    <section class="chart panel rows">
      <h2>{title}</h2>
      <Table heads={[title, t("stats.games"), t("stats.wins"), t("stats.mean")]}>
        {groups.map(({ name: key, games }) => (
          <tr key={key}>
            <th scope="row">
              {name(key)}
              <svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
                <rect class="bar-all" width={(games.length / most) * 100} height="6" />
                <rect class="bar-won" width={(wins(games).length / most) * 100} height="6" />
              </svg>
            </th>
            <td>{games.length}</td>
            <td>{wins(games).length}</td>
            <td>{decimal(mean(games.map(({ left }) => left)) ?? 0)}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
