"""Who sits at a table, and under which name: one that can be seen, and taken for nobody else's."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from .errors import TableError
from .normalize import looks, tidy, visible

MAX_NAME: Final = 20


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits here: a person, or a computer player of some level; and who stands in while a person is away."""

    name: str
    level: str | None = None
    stand_in: str | None = None

    @property
    def plays_itself(self) -> str | None:
        """The level of the computer player that moves for this seat now, or None."""
        return self.level or self.stand_in


def check_name(name: object) -> str:
    """Return the name, tidied; raise TableError when nothing visible is left or too much."""
    clean = tidy(name)
    if not visible(clean) or len(clean) > MAX_NAME:
        raise TableError("name")
    return clean


def recorded_name(name: object) -> str:
    """Return a name out of a record, tidied, and perhaps nothing; raise TableError where it can never have been one."""
    clean = tidy(name)
    if not isinstance(name, str) or len(clean) > MAX_NAME:
        raise TableError("name")
    return clean


def name_like(name: str, others: Iterable[str]) -> str | None:
    """Return which of the others a name could be taken for, if any: in other alphabets, accents or shapes too."""
    seen = looks(name)
    return next((other for other in others if not seen.isdisjoint(looks(other))), None)
