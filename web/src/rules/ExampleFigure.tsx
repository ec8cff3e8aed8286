// An example drawn: the four piles, and on each the cards that are laid there, in their order.
import { Card } from "../parts/Card";
import { Icon } from "../parts/Icon";
import { Numeral } from "../parts/Numeral";
import type { Example, ExampleMove, ExamplePile } from "../base/protocol";
import { named, say, t } from "../base/text";
import { directionText } from "../base/view";

/** Those whom the examples tell of, in every language. */
const NAMES = ["Ada", "Luc"];

export function ExampleFigure({ example }: { example: Example }) {
  const { piles, moves, refused, status, reason, score } = example;
  const several = moves.some(({ seat }) => seat > 0);
  return (
    <div class="example-table">
      <ol class="example-piles">
        {piles.map((pile) => (
          <PileDrawn key={pile.letter} pile={pile} example={example} several={several} />
        ))}
      </ol>
      {refused && (
        <p class="example-no">
          <Icon name="ban" /> {named(t("news.card", { card: refused.card, pile: refused.pile }), t("rules.refused"))}
        </p>
      )}
      {status === "lost" && (
        <p class="example-lost">
          <Icon name="warn" /> {say(`reason.${reason}`)} {say("left", { count: score })}.
        </p>
      )}
    </div>
  );
}

interface PileProps {
  pile: ExamplePile;
  example: Example;
  several: boolean;
}

function PileDrawn({ pile, example: { moves, refused }, several }: PileProps) {
  const { letter, rising, top, bare, mark } = pile;
  const laid = moves.map((move, n) => ({ move, order: n + 1 })).filter(({ move }) => move.pile === letter);
  return (
    <li data-rising={rising}>
      <span class="example-head">
        <Icon name={rising ? "up" : "down"} />
        <b>{letter}</b>
        <span class="unseen">{directionText(rising)}</span>
      </span>
      <span class="example-card">
        {bare ? (
          <span class="bare">
            <Numeral value={top} />
          </span>
        ) : (
          <Card card={top} mark={mark} />
        )}
      </span>
      {laid.map(({ move, order }) => (
        <Laid key={order} move={move} order={order} name={several ? NAMES[move.seat] : undefined} />
      ))}
      {refused?.pile === letter && (
        <span class="example-card example-refused">
          <Card card={refused.card} mark={refused.mark} />
          <span class="example-order">
            <Icon name="ban" />
            <span class="unseen">{t("rules.refused")}</span>
          </span>
        </span>
      )}
    </li>
  );
}

function Laid({ move, order, name }: { move: ExampleMove; order: number; name: string | undefined }) {
  return (
    <span class="example-card" data-seat={move.seat}>
      <Card card={move.card} mark={move.mark} />
      <span class="example-order">
        {order}
        {move.retro && <Icon name="back" />}
        {name && <span class="example-name">{name}</span>}
      </span>
    </span>
  );
}
