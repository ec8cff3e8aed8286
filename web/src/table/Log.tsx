// What the others did since one's last turn, and the turns one may know card by card; a computer player's cards say why.
import { useSignal, type Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { cardStyle } from "../base/hue";
import { commandName, costOf, nameAt, playsItself, rises, stepText } from "../base/view";
import { Icon } from "../parts/Icon";
import type { LoggedMove, LoggedTurn, TableView, TurnSum } from "../base/protocol";
import type { Playing } from "../session/session";
import { t } from "../base/text";
import { Reasons } from "./Reasons";
import { Summary } from "./Summary";

interface Asked {
  turn: number;
  place: number;
}

export function Log({ play, turns }: { play: Playing; turns: LoggedTurn[] }) {
  const table = play.table.value;
  const asked = useSignal<Asked | null>(null);
  const shown = turns.filter(({ moves }) => moves.length > 0);
  const earlier = earlierTurns(table, turns);
  return (
    <section class="log" aria-label={t("log")} data-testid="log">
      {shown.length === 0 && <p class="log-empty dim">{t("log.empty")}</p>}
      {earlier.length > 0 && (
        <h3>
          {t("log.since")} <Summary table={table} steps={table.game?.since?.steps ?? []} />
        </h3>
      )}
      <ol class="rows">
        {earlier.map((turn, n) => (
          <Row key={`earlier-${n}`} table={table} seat={turn.seat}>
            <span class="log-earlier">{t("log.earlier", { count: turn.cards, piles: turn.piles.join(", ") })}</span>
          </Row>
        ))}
        {shown.map((turn) => (
          <Row key={turn.turn} table={table} seat={turn.seat}>
            <Moves play={play} turn={turn} asked={asked} />
            {asked.value?.turn === turn.turn && <Why play={play} asked={asked.value} />}
          </Row>
        ))}
      </ol>
    </section>
  );
}

/** The turns since one's own last one that are not shown card by card. */
function earlierTurns({ game }: TableView, turns: LoggedTurn[]): TurnSum[] {
  return turns.length > 2 ? [] : (game?.since?.turns ?? []).slice(0, -1);
}

function Row({ table, seat, children }: { table: TableView; seat: number; children: ComponentChildren }) {
  return (
    <li data-seat={seat}>
      {table.seats.length > 1 && <b class="log-name">{seat === table.you ? t("seat.you") : nameAt(table, seat)}</b>}
      {children}
    </li>
  );
}

function Moves({ play, turn, asked }: { play: Playing; turn: LoggedTurn; asked: Signal<Asked | null> }) {
  const table = play.table.value;
  const who = table.seats[turn.seat];
  const computer = who ? playsItself(who) !== null : false;
  const ask = (place: number) => {
    const again = asked.value?.turn === turn.turn && asked.value.place === place;
    asked.value = again ? null : { turn: turn.turn, place };
    if (!again && play.told.value?.turn !== turn.turn) play.send({ type: "why", turn: turn.turn });
  };
  return (
    <span class="wrap log-moves">
      {turn.moves.map((move, place) => {
        const face = <Move move={move} rising={rises(table, move.pile)} />;
        if (!computer) return <span key={move.card}>{face}</span>;
        return (
          <button
            key={move.card}
            type="button"
            class="log-why"
            aria-expanded={asked.value?.turn === turn.turn && asked.value.place === place}
            title={t("log.why")}
            data-testid={`why-${move.card}`}
            onClick={() => ask(place)}
          >
            {face}
          </button>
        );
      })}
    </span>
  );
}

/** Why that card was laid, then what goes for the whole turn. */
function Why({ play, asked }: { play: Playing; asked: Asked }) {
  const told = play.told.value;
  const box = useRef<HTMLOutputElement>(null);
  useEffect(() => box.current?.scrollIntoView({ block: "nearest" }), [told]);
  if (told?.turn !== asked.turn) return null;
  return (
    <output class="log-told" ref={box} data-testid="told">
      <Reasons reasons={told.reasons.filter(({ place }) => place === asked.place || place === null)} kind="told" />
    </output>
  );
}

export function Move({ move, rising }: { move: LoggedMove; rising: boolean }) {
  return (
    <span class={`log-move log-${costOf(move)}`}>
      <b class="tag" style={cardStyle(move.card)}>
        {move.card}
      </b>
      <span>
        {rising ? "↑" : "↓"}
        {move.pile} <small>{stepText(rising, move.jump)}</small>
        {move.retro && (
          <>
            <Icon name="back" />
            <small class="unseen">{t("pile.retro")}</small>
          </>
        )}
        {move.mark && <small> {commandName(move.mark)}</small>}
      </span>
    </span>
  );
}
