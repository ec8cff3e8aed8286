// The table of a finished game at one moment: piles, seats with their hands, the draw pile; tags show a turn on the cards.
import { useLayoutEffect, useRef } from "preact/hooks";
import { travel } from "../preferences/motion";
import { Card } from "../parts/Card";
import { Icon } from "../parts/Icon";
import type { HandCard, LoggedMove } from "../base/protocol";
import { Banner } from "../table/Banner";
import { Deck } from "../table/Deck";
import { Pile } from "../table/Pile";
import { Seat } from "../table/Seat";
import { SignalMarks } from "../table/SignalMarks";
import { t } from "../base/text";
import { nameAt } from "../base/view";
import type { Watching } from "./watching";

/** A turn drawn onto the table: what was played is solid, what the champion would play is dashed. */
export interface Line {
  moves: Pick<LoggedMove, "card" | "pile">[];
  kind: "played" | "champion";
}

export function Position({ watching, line }: { watching: Watching; line: Line | null }) {
  const table = watching.table.value;
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (root.current) travel(root.current, watching.news.peek());
  }, [table.seq]);
  const { game } = table;
  if (!game) return null;
  const many = table.seats.length > 1;
  return (
    <div class="position" ref={root} data-seats={table.seats.length}>
      <Banner table={table} />
      <section class="piles" aria-label={t("piles")}>
        {game.piles.map((pile) => (
          <div key={pile.letter} class="pile-frame" data-line={touched(line, pile.letter)}>
            <Pile play={watching} pile={pile} />
          </div>
        ))}
      </section>
      <Deck count={game.draw_count} />
      {many && (
        <ul class="seats">
          {table.seats.map((_, seat) => (
            <Seat key={seat} table={table} seat={seat} onPress={() => (watching.chosen.value = seat)} />
          ))}
        </ul>
      )}
      <ul class="hands">
        {table.seats.map((_, seat) => (
          <li key={seat} data-shown={seat === watching.shown.value} data-active={seat === game.active} data-seat={seat}>
            {many && (
              <div class="hand-name">
                <span class="avatar" data-seat={seat} aria-hidden="true">
                  {table.seats[seat]?.level ? <Icon name="bot" /> : [...nameAt(table, seat)][0]?.toUpperCase()}
                </span>
                <span class="one-line">{nameAt(table, seat)}</span>
                <SignalMarks table={table} seat={seat} />
              </div>
            )}
            <HandRow
              cards={watching.hand(seat)}
              line={seat === game.active ? line : null}
              label={t("replay.hand", { name: nameAt(table, seat) })}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

const touched = (line: Line | null, letter: string): string =>
  line?.moves.some(({ pile }) => pile === letter) ? line.kind : "none";

function HandRow({ cards, line, label }: { cards: HandCard[] | null; line: Line | null; label: string }) {
  if (!cards) return <p class="dim">{t("replay.unseen")}</p>;
  return (
    <ol class="hand-row" aria-label={label} data-testid="hand-row">
      {cards
        .toSorted((one, other) => one.card - other.card)
        .map(({ card, mark }) => {
          const place = line?.moves.findIndex((move) => move.card === card) ?? -1;
          const goes = place >= 0 ? `${place + 1}·${line?.moves[place]?.pile}` : null;
          return (
            <li key={card} class="held" data-line={goes ? line?.kind : "none"}>
              <Card card={card} mark={mark} travels />
              {goes && <span class="flag held-tag">{goes}</span>}
            </li>
          );
        })}
    </ol>
  );
}
