"""A tiny variant: the last cards of a game, few enough to compute the best play exactly.

It is played by the ordinary rules from a position in which all other cards are laid, so every environment plays it:

    env.reset(options={"game": tiny.deal(rules, seed)})

`solve` finds how few cards the best play leaves on average, for one player alone
who knows which cards are left but not their order.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import comb
from typing import Final

from ..rules import PLAYING, Game, Rules, shuffled_deck
from .errors import EnvError

PILES: Final = {"A": 80, "B": 91, "C": 24, "D": 11}
"""The tops a tiny game begins with."""

DRAWN: Final = 5
"""How many cards are in the draw pile, beside full hands."""


def deal(rules: Rules, seed: int) -> Game:
    """Deal a tiny game from a seed: full hands and five cards to draw, on piles that are well under way.

    >>> print(deal(Rules.edition("base", players=1), seed=7))
    turn 1: 0 of 2 cards laid, 5 in the draw pile
    A^ 80  B^ 91  Cv 24  Dv 11
    > player_0: 4 28 30 34 46 49 52 68
    """
    deck = [card for card in shuffled_deck(seed) if card not in PILES.values()]
    size = rules.hand_size
    hands = [deck[seat * size : (seat + 1) * size] for seat in range(rules.players)]
    draw = deck[rules.players * size :][:DRAWN]
    return Game.arrange(rules.resolve(seed), PILES, hands, draw)


def solve(game: Game) -> float:
    """Return how few cards the best play leaves on average, alone, where the order of the draw pile is not known.

    >>> solve(deal(Rules.edition("base", players=1), seed=1))
    5.8
    """
    if game.rules.players != 1:
        raise EnvError("option", name="players", value=game.rules.players, known="1: others' hands are hidden")
    return _best(game, {})


def _best(game: Game, known: dict[object, float]) -> float:
    if game.status != PLAYING:
        return float(game.score)
    marked = (game.turn_state, game.opening) if game.rules.marked else ()
    key = (game.tops, game.hands, frozenset(game.draw), len(game.laid_this_turn), marked)
    if key not in known:
        known[key] = min(_mean(game, move, known) for move in game.legal_moves())
    return known[key]


def _mean(game: Game, move: str, known: dict[object, float]) -> float:
    """Return what is left after a move: the mean over everything that may be drawn then."""
    after = game.play(move)
    count = len(game.draw) - len(after.draw)
    if count <= 0:
        return _best(after, known)
    scores = (_best(there.play(move), known) for there in _drawn(game, count))
    return sum(scores) / comb(len(game.draw), count)


def _drawn(game: Game, count: int) -> Iterator[Game]:
    """Yield the game with each choice of cards on top of the draw pile."""
    for top in combinations(sorted(game.draw), count):
        rest = tuple(card for card in game.draw if card not in top)
        yield game._replace(draw=top + rest)
