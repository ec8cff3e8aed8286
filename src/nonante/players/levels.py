"""The levels: the computer players that come with this package."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from .champion import Champion
from .planner import Novice, Steady, Strong
from .protocol import Player

MAKERS: Final[dict[str, Callable[[], Player]]] = {
    "novice": Novice,
    "steady": Steady,
    "strong": Strong,
    "champion": Champion,
}

LEVELS: Final = tuple(MAKERS)
"""From the weakest to the strongest."""

SUMMARIES: Final = {
    "novice": "the nearest card, and now and then a retro overlooked, in Python",
    "steady": "whole turns that move the piles least, in Python",
    "strong": "whole turns valued by tuned weights, in Python",
    "champion": "whole turns valued by a network that learnt from its own games",
}
