// The table with a card already laid that the server has not answered for yet: it moves at once, and returns if refused.
import type { Lay } from "./move";
import type { GameView, HandCard, LoggedMove, LoggedTurn, TableView } from "./protocol";
import { cardInHand, optionOn } from "./view";

/** What laying a card of one's hand would be, as the server told; null where it told nothing. */
export function layMove({ game }: TableView, { card, pile }: Lay): LoggedMove | null {
  const held = game ? cardInHand(game, card) : undefined;
  const option = optionOn(held, pile);
  return held && option?.ok ? { card, pile, mark: held.mark, retro: option.retro, jump: option.jump } : null;
}

/** The table as it will look; what only the server can say (what fits then, whether the turn may end) stays unsaid. */
export function laidAhead(table: TableView, lay: Lay): TableView {
  const move = layMove(table, lay);
  const { game } = table;
  return game && move ? { ...table, game: { ...game, ...changed(game, move) } } : table;
}

function changed(game: GameView, move: LoggedMove): Partial<GameView> {
  const { card: top, pile, mark } = move;
  return {
    hand: game.hand.filter(({ card }) => card !== top).map((held) => without(held, move)),
    piles: game.piles.map((one) => (one.letter === pile ? { ...one, top, mark, bare: false, due: false } : one)),
    turns: game.turns.map((turn) => grown(turn, game, move)),
  };
}

/** What the next card would be on this pile is not known before the answer. */
function without(held: HandCard, { pile }: LoggedMove): HandCard {
  return { ...held, options: held.options.filter((option) => option.pile !== pile) };
}

function grown(turn: LoggedTurn, game: GameView, move: LoggedMove): LoggedTurn {
  return turn.turn === game.turn && turn.seat === game.active ? { ...turn, moves: [...turn.moves, move] } : turn;
}
