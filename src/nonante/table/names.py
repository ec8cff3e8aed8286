"""Names of people: something to see, and nothing that could be taken for somebody else at the table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from .disguise import looks, tidy, visible
from .errors import TableError

MAX_NAME: Final = 20


def check_name(name: object) -> str:
    """Return the name, tidied; raise TableError when nothing visible is left or too much."""
    clean = tidy(name)
    if not visible(clean) or len(clean) > MAX_NAME:
        raise TableError("name")
    return clean


def told_name(name: object) -> str:
    """Return a name out of a record, tidied, and perhaps nothing; raise TableError where it can never have been one."""
    clean = tidy(name)
    if not isinstance(name, str) or len(clean) > MAX_NAME:
        raise TableError("name")
    return clean


def name_like(name: str, others: Iterable[str]) -> str | None:
    """Return which of the others a name could be taken for, if any: in other alphabets, accents or shapes too."""
    seen = looks(name)
    return next((other for other in others if not seen.isdisjoint(looks(other))), None)
