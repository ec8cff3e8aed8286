"""The levels by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..rules import Game, Rules
from .champion import Champion
from .errors import PlayerError
from .novice import Novice
from .protocol import Player
from .steady import Steady
from .strong import Strong

_MAKERS: Final[dict[str, Callable[[], Player]]] = {
    "novice": Novice,
    "steady": Steady,
    "strong": Strong,
    "champion": Champion,
}

LEVELS: Final = tuple(_MAKERS)
"""From the weakest to the strongest."""


def player(level: str) -> Player:
    """Return a computer player of a level; it may sit on any seat, and on several.

    >>> from nonante.rules import Game, Rules
    >>> player("steady").plan(Game.deal(Rules.edition("base", players=1), seed=7).view(0))
    ['4A', '28A', 'end']
    """
    if level not in LEVELS:
        raise PlayerError("unknown-level", level=level, known=", ".join(LEVELS))
    return _MAKERS[level]()


def rehearse(level: str) -> None:
    """Let a level think about a turn, so that whatever it has to load or compile is there when it counts."""
    player(level).plan(Game.deal(Rules.edition("base", players=1), seed=1).view(0))
