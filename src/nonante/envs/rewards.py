"""The team's reward. Everybody gets the same, and the rewards of an episode add up to its return.

The return of a game is the share of the 98 cards laid, ``(98 - score) / 98``: 1 for a win and nothing else. A position
that a reset was given is worth what is laid in it already, and only what is laid from there on is paid.

``shaped`` adds the difference of a potential to every step (Ng, Harada and Russell, 1999): how far the tops have moved
since the episode began, times -1/392, and 0 once the game is over. A step thus shows at once what it cost, while the
rewards of an episode still add up to its return: what the tops moved is given back with the last step.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, Literal, TypeAlias

from ..rules import Game
from ..rules.laying import Tops
from .errors import EnvError

Worth: TypeAlias = Callable[[Game], float]
Reward: TypeAlias = Literal["cards", "end", "win", "shaped"]

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


def shaped_worth(game: Game, opening: int = 0) -> float:
    """Return the share of the deck laid, with the potential added; `opening` is the travel the episode began with."""
    potential = (opening - travel(game.tops)) / 392 if game.status == "playing" else 0.0
    return cards_worth(game) + potential


def travel(tops: Tops) -> int:
    """Return how far the tops are from bare piles, added up."""
    a, b, c, d = tops
    return a + b - c - d + 198


WORTHS: Final[dict[Reward, Worth]] = {"cards": cards_worth, "end": end_worth, "win": win_worth, "shaped": shaped_worth}
"""The rewards by name: what a game is worth so far."""


def worth_of(name: str) -> Worth:
    """Return a reward by its name."""
    for known, worth in WORTHS.items():
        if name == known:
            return worth
    raise EnvError("option", name="reward", value=name, known=", ".join(WORTHS))


def worth_from(name: str, start: Game) -> Worth:
    """Return a reward by its name, for an episode that begins with this game."""
    return partial(shaped_worth, opening=travel(start.tops)) if name == "shaped" else worth_of(name)


def broken_off(name: str, game: Game, value: float) -> float:
    """Return what an illegal action pays that ends the episode: nothing, but the potential goes back to 0."""
    return cards_worth(game) - value if name == "shaped" else 0.0
