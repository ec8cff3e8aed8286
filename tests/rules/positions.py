"""Positions in one line, and what became of them, for the tests of the rulings.

The commands are those of the house map:
stop 6 28 73 95, skull 17 31 70 84, three 10 39 62 91, silence 3 45 56 98,
no-retro 21 36 65 80, one-pile 14 49 52 87, draw-one 25 42 59 76.
"""

from collections.abc import Iterable
from typing import Any

import pytest

from nonante import Game, IllegalMove, Rules

KINDS = ("stop", "skull", "three", "silence", "no-retro", "one-pile", "draw-one")
OWN_MAP = {kind: list(range(first, 100, 25)) for first, kind in enumerate(KINDS, start=2)}

# Cards nobody looks at: a draw pile that keeps the minimum at its full height.
SPARE = (67, 68, 69, 71, 72, 74, 75, 78, 79)


def table(
    hands: list[list[int]],
    draw: Iterable[int] = SPARE,
    edition: str = "extreme",
    active: int = 0,
    **rest: Any,
) -> Game:
    """A position; capital letters among the rest are piles, the others options of the rules."""
    piles = {name: value for name, value in rest.items() if name in "ABCD"}
    options = {name: value for name, value in rest.items() if name not in piles}
    rules = Rules.edition(edition, players=len(hands), **options)
    return Game.arrange(rules, piles=piles, hands=hands, draw=list(draw), active=active)


def solo(hand: list[int], draw: Iterable[int] = SPARE, edition: str = "extreme", **rest: Any) -> Game:
    return table([hand], draw, edition, **rest)


def play(game: Game, moves: str) -> Game:
    for move in moves.split():
        game = game.play(move)
    return game


def refused(game: Game, move: str) -> str:
    """The rule an illegal move is refused by."""
    assert move not in game.legal_moves()
    with pytest.raises(IllegalMove) as caught:
        game.play(move)
    return caught.value.rule


def lost(game: Game, moves: str, reason: str) -> bool:
    """Every one of the moves is legal, and the last one loses."""
    game = play(game, moves)
    return (game.status, game.reason) == ("lost", reason)


def turn_over(game: Game) -> bool:
    return game.status == "playing" and game.turn == 2 and not game.laid_this_turn
