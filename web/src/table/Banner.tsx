// The commands in force now, each with a tap for its rule, and in Extreme the map of all of them.
import { commandName, shapeOf } from "../base/view";
import { Badge } from "../parts/Badge";
import { Icon } from "../parts/Icon";
import type { GameView, MarkName, TableView } from "../base/protocol";
import { say, t } from "../base/text";
import { sheet } from "./sheet";
import "./banner.css";

interface InForce {
  mark: MarkName;
  text: string;
  /** For a phone. */
  short: string;
}

export function Banner({ table }: { table: TableView }) {
  const commands = table.game ? inForce(table.game) : [];
  if (commands.length === 0 && !table.map) return null;
  return (
    <ul class="banner" aria-label={t("banner")} data-testid="banner">
      {table.map && (
        <li>
          <button
            type="button"
            class="chip chip-map"
            aria-label={`${t("map.short")}: ${t("map")}`}
            data-testid="open-map"
            onClick={() => (sheet.value = { kind: "map" })}
          >
            <Icon name="map" />
            <span>{t("map.short")}</span>
          </button>
        </li>
      )}
      {commands.map(({ mark, text, short }) => (
        <li key={text}>
          <button
            type="button"
            class={`chip chip-${shapeOf(mark)}`}
            onClick={() => (sheet.value = { kind: "rule", mark })}
          >
            <Badge mark={mark} />
            <span class="chip-long">{text}</span>
            <span class="chip-short">{short}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function inForce(game: GameView): InForce[] {
  const shown = game.piles.flatMap(({ mark, binding, due, letter }) => {
    if (!mark || !binding) return [];
    const name = commandName(mark);
    const short = say(`card.${mark}`) ?? name;
    if (due) return [{ mark, text: t("banner.due", { name, pile: letter }), short: `${short} · ${letter}` }];
    const { lock } = game;
    if (mark === "one-pile" && lock) {
      return [{ mark, text: t("banner.lock", { name, pile: lock }), short: `${short} · ${lock}` }];
    }
    return [{ mark, text: name, short }];
  });
  const three: InForce[] = game.three
    ? [{ mark: "three", text: commandName("three"), short: commandName("three") }]
    : [];
  return [...three, ...shown].filter(({ text }, n, all) => all.findIndex((one) => one.text === text) === n);
}
