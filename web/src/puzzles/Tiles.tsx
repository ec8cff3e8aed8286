// One theme: where to go on, how far one has come, and every puzzle of it. For the keyboard the grid is one stop.
import { useSignal } from "@preact/signals";
import { Icon } from "../parts/Icon";
import type { PuzzleInfo } from "../base/protocol";
import { named, t } from "../base/text";
import { playersText } from "../base/view";
import { kept } from "../history/solved";
import { Picture } from "./Picture";
import { goOn, progressOf, themeName, type Group } from "./themes";

export function Tiles({ edition, theme, puzzles }: Group) {
  const current = useSignal(0);
  const next = goOn(puzzles);
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    current.value = (current.value + step + puzzles.length) % puzzles.length;
    (event.target as HTMLElement).closest("ul")?.querySelectorAll("a")[current.value]?.focus();
  };
  return (
    <>
      <a class="row-button" href={`/puzzles/${next?.name}`} data-testid={`theme-${edition}-${theme}`}>
        <Picture theme={theme} />
        <span class="row-what">
          <Progress theme={theme} puzzles={puzzles} />
        </span>
      </a>
      <details>
        <summary>
          <span class="unseen">{named(t("puzzles.choose"), themeName(theme))}</span>
        </summary>
        <ul class="buttons">
          {puzzles.map((one, place) => (
            <li key={one.name}>
              <Tile info={one} tabIndex={place === current.value ? 0 : -1} walk={walk} />
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

/** How far one has come with a theme. */
export function Progress({ theme, puzzles }: Pick<Group, "theme" | "puzzles">) {
  const progress = progressOf(puzzles);
  return (
    <>
      <b>{themeName(theme)}</b> <small>{t("puzzles.count", progress)}</small>
      <i class="cells" style={{ "--share": `${(100 * progress.done) / progress.count}%` }} />
    </>
  );
}

interface TileProps {
  info: PuzzleInfo;
  tabIndex: number;
  walk: (event: KeyboardEvent) => void;
}

function Tile({ info: { name, rating, players }, tabIndex, walk }: TileProps) {
  const first = kept.value.solved[name];
  const state = first === undefined ? "open" : first ? "solved" : "later";
  return (
    <a
      class="quiet small"
      href={`/puzzles/${name}`}
      tabIndex={tabIndex}
      onKeyDown={walk}
      data-state={state}
      data-testid={`puzzle-${name}`}
    >
      {name}
      {first !== undefined && <Icon name={first ? "check" : "again"} />}
      <span class="unseen">
        , {rating}, {playersText(players)}, {t(`puzzle.state.${state}`)}
      </span>
    </a>
  );
}
