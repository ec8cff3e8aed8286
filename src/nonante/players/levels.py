"""The levels by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from .errors import PlayerError
from .novice import Novice
from .protocol import Player
from .steady import Steady
from .strong import Strong

_MAKERS: Final[dict[str, Callable[[], Player]]] = {"novice": Novice, "steady": Steady, "strong": Strong}

LEVELS: Final = tuple(_MAKERS)


def player(level: str) -> Player:
    """Return a computer player of a level; it may sit on any seat, and on several.

    >>> from nonante.rules import Game, Rules
    >>> player("steady").plan(Game.deal(Rules.edition("base", players=1), seed=7).view(0))
    ['4A', '28A', 'end']
    """
    if level not in LEVELS:
        raise PlayerError("unknown-level", level=level, known=", ".join(LEVELS))
    return _MAKERS[level]()
