"""Codes of tables: the letters in a link, as many as keep a table from being found by guessing."""

from __future__ import annotations

import secrets
from typing import Final

from .limits import Rate

LETTERS: Final = "BCDFGHJKMNPQRTVWXZ"  # no vowels, so no words; nothing that looks like a digit
SHORTEST, LONGEST = 6, 16
GUESSING: Final = 1000
"""So many networks guess all day long, each as fast as it may …"""
ODDS: Final = 0.01
"""… and that is their chance to find any table in that day."""
_DAY: Final = 86_400


def new_code(length: int = SHORTEST) -> str:
    """Return a code for a link: easy to read out; longer ones are harder to guess."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def tidy_code(code: str) -> str | None:
    """Return the code as it is kept, or None when it cannot be one."""
    upper = code.upper()
    return upper if SHORTEST <= len(upper) <= LONGEST and set(upper) <= set(LETTERS) else None


def fitting_length(tables: int, misses: Rate) -> int:
    """Return how many letters keep so many tables from being guessed, where each network may miss so often.

    >>> [fitting_length(tables, Rate(1, 30)) for tables in (1, 2_000, 1_000_000)]
    [8, 11, 13]
    """
    guesses = GUESSING * (misses.a_second * _DAY + misses.at_once)
    lengths = range(SHORTEST, LONGEST)
    return next((length for length in lengths if guesses * tables <= ODDS * len(LETTERS) ** length), LONGEST)
