// Setting up a position: choose what a tap means, then tap the numbers.
import { useSignal } from "@preact/signals";
import { t } from "../base/text";
import { go, replace } from "../net/route";
import { lacking, keptBox } from "../opening/box";
import { EditionChoice } from "../opening/EditionChoice";
import { type Cell, NumberGrid } from "../opening/NumberGrid";
import { Choice } from "../parts/Choice";
import { Head } from "../parts/Head";
import { Icon } from "../parts/Icon";
import { Switch } from "../parts/Switch";
import { empty, isBare, PILES, type Place, placed, placeOf, type Position, write } from "./position";
import "./board.css";

const PLAYERS = ["1", "2", "3", "4", "5"] as const;

export function Setup({ start, broken }: { start: Position | null; broken: boolean }) {
  const position = useSignal(start ?? empty());
  const taps = useSignal<Place>("hand");
  const now = position.value;
  const set = (next: Position) => {
    position.value = next;
    replace(`/board#${write(next)}`);
  };
  return (
    <main class="after-page board-page" data-testid="board">
      <Head />
      <h1>{t("board")}</h1>
      <p class="dim">{t(broken ? "board.broken" : "board.line")}</p>
      <section class="panel board-game">
        <EditionChoice value={now.edition} onChange={(edition) => set({ ...now, edition, box: null })} />
        <Choice
          legend={t("board.players")}
          value={String(now.players)}
          options={PLAYERS.map((value) => ({ value, label: value }))}
          onChange={(players) => set({ ...now, players: Number(players) })}
          testid="board-players"
        />
        {now.edition.includes("extreme") && !lacking(keptBox()) && (
          <Switch
            label={t("map.own")}
            value={now.box !== null}
            onChange={(on) => set({ ...now, box: on ? keptBox() : null })}
          />
        )}
      </section>
      <div class="buttons board-buttons">
        <button
          type="button"
          class="primary"
          data-testid="board-ask"
          aria-disabled={now.hand.length === 0}
          onClick={() => now.hand.length > 0 && go(`/board/analysis#${write(now)}`)}
        >
          <Icon name="hint" />
          <span>
            {t("board.ask")}
            {now.hand.length === 0 && <small>{t("error.board-empty")}</small>}
          </span>
        </button>
        <button
          type="button"
          class="quiet"
          data-testid="board-clear"
          onClick={() => set(empty(now.edition, now.players, now.box))}
        >
          <Icon name="again" />
          <span>{t("board.clear")}</span>
        </button>
      </div>
      <section class="panel board-cards">
        <Places position={now} value={taps.value} onChange={(place) => (taps.value = place)} />
        <NumberGrid
          legend={t("board.numbers")}
          at={(card) => cell(now, card, taps.value)}
          tap={(card) => set(placed(now, card, taps.value))}
        />
      </section>
    </main>
  );
}

/** What a tap means, each with what is there so far. */
function Places({ position, value, onChange }: { position: Position; value: Place; onChange: (place: Place) => void }) {
  const tops = PILES.map((pile) => ({
    value: pile as Place,
    label: `${pile} ${pile < "C" ? "↑" : "↓"} ${isBare(position, pile) ? "–" : position.tops[pile]}`,
  }));
  return (
    <Choice
      legend={t("board.taps")}
      value={value}
      options={[
        { value: "hand", label: t("board.hand", { count: position.hand.length }) },
        ...tops,
        { value: "laid", label: t("board.laid", { count: position.laid.length }) },
      ]}
      onChange={onChange}
      testid="board-taps"
    />
  );
}

function cell(position: Position, card: number, taps: Place): Cell {
  const place = placeOf(position, card);
  return {
    pressed: place === taps,
    elsewhere: place === "laid" && taps !== "laid",
    label: place === null ? undefined : `${card}, ${placeName(place)}`,
    // the letter of the pile stands in the style: spoken, it is in the label
    sign: place && place !== "laid" && (
      <i class="board-sign" data-place={place}>
        {place === "hand" && <Icon name="check" />}
      </i>
    ),
  };
}

function placeName(place: Place): string {
  if (place === "hand") return t("board.inHand");
  return place === "laid" ? t("board.isLaid") : t("board.top", { pile: place });
}
