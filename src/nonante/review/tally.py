"""What worlds say of a turn: what it cost, how sure that is, and which mark it gets."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any, Final, Literal, TypeAlias

Mark: TypeAlias = Literal["doubtful", "mistake", "blunder"]
"""How costly a turn was beyond all doubt."""
MARKS: Final[tuple[tuple[float, Mark], ...]] = ((8.0, "blunder"), (4.0, "mistake"), (2.0, "doubtful"))
"""Marks with the points from which they are given."""
BEYOND: Final = 2.33
"""Joint standard errors that a loss must exceed to be marked: 99 %."""
WORLDS: Final = 192
"""In so many worlds every turn is judged that may have cost something."""
_MOST_WORLDS: Final = 256 * WORLDS  # of a turn whose mark is in doubt


@dataclass(slots=True)
class Tally:
    """What a turn cost against the champion's, world by world."""

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
