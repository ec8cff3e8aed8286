"""The team's reward. Everybody gets the same, and the rewards of an episode add up to its return.

The return of a game is the share of the 98 cards laid, ``(98 - score) / 98``: 1 for a win and nothing else. A position
that a reset was given is worth what is laid in it already, and only what is laid from there on is paid.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from ..rules import Game
from ..rules.laying import Tops
from .errors import EnvError

Worth: TypeAlias = Callable[[Game], float]

# What a game is worth so far; a step's reward is the difference it makes.
_CARDS: Final = tuple((98 - left) / 98 for left in range(99))


def cards_worth(game: Game) -> float:
    """Return the share of the deck laid; a command broken with the very last card costs what was missing (R19)."""
    left = sum(map(len, game.hands)) + len(game.draw)
    return _CARDS[left or game.score]


def end_worth(game: Game) -> float:
    """Return the same, but only once the game is over."""
    return 0.0 if game.status == "playing" else _CARDS[game.score]


def win_worth(game: Game) -> float:
    """Return 1 for a game won, else 0."""
    return 1.0 if game.status == "won" else 0.0


def shaped_worth(game: Game) -> float:
    """Return the share of the deck laid, less how far the tops have moved: a number costs 1/392.

    So every step knows at once what it cost, and a retro pays. The return is less by the travel of the whole game.
    """
    return _CARDS[game.score] - travel(game.tops) / 392


def travel(tops: Tops) -> int:
    """Return how far the tops are from bare piles, added up."""
    a, b, c, d = tops
    return a + b - c - d + 198


WORTHS: Final[dict[str, Worth]] = {"cards": cards_worth, "end": end_worth, "win": win_worth, "shaped": shaped_worth}


def worth_of(name: str) -> Worth:
    """Return a reward by its name."""
    if name not in WORTHS:
        raise EnvError("option", name="reward", value=name, known=", ".join(WORTHS))
    return WORTHS[name]
