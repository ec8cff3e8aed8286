"""What a turn cost, how sure that is, and which mark it gets."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, sqrt
from typing import Any, Final

from ..messages import TurnMark

MARKS: Final[tuple[tuple[float, TurnMark], ...]] = ((8.0, "blunder"), (4.0, "mistake"), (2.0, "doubtful"))
"""Marks with the points from which they are given."""
BEYOND: Final = 2.33
"""Joint standard errors that a loss must exceed to be marked: 99%."""
WORLDS: Final = 192
"""In so many worlds every turn is judged that may have cost something."""
_MOST_WORLDS: Final = 256 * WORLDS  # of a turn whose mark is in doubt


def mark_of(loss: float, error: float | None) -> TurnMark | None:
    """Return how costly a turn was beyond the noise, given the standard error of its loss."""
    if error is None or loss <= BEYOND * error:
        return None
    return next((mark for points, mark in MARKS if loss >= points), None)


def accuracy(loss: float) -> float:
    """Return how good a decision was, from 0 to 100.

    >>> [round(accuracy(loss)) for loss in (0, 2, 4, 8)]
    [100, 80, 64, 40]
    """
    return min(100.0, max(0.0, 103.1668100711649 * exp(-0.04354415386753951 * 2.5 * loss) - 3.166924740191411))


@dataclass(slots=True)
class LossEstimate:
    """What a turn cost against the champion's, worked out in more and more worlds."""

    worlds: int = 0
    looks: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, apart: Any) -> None:
        """Count what was given away in some more worlds."""
        self.worlds, self.looks = self.worlds + len(apart), self.looks + 1
        self.total, self.squares = self.total + float(apart.sum()), self.squares + float((apart**2).sum())

    @property
    def loss(self) -> float:
        """What the turn cost on average, never less than nothing."""
        return max(0.0, self.total / self.worlds)

    @property
    def error(self) -> float:
        """The standard error of that."""
        mean = self.total / self.worlds
        return sqrt(max(0.0, self.squares / self.worlds - mean**2) / self.worlds)

    @property
    def in_doubt(self) -> bool:
        """Whether other worlds might well lead to another mark, and there may be more of them."""
        near = (BEYOND + WORLDS / self.worlds) * self.error  # with several looks, the first must be clearer
        return self.worlds < _MOST_WORLDS and any(abs(self.loss - points) < near for points, _ in MARKS)
