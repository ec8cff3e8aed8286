"""What a team that keeps winning may try next."""

from __future__ import annotations

from typing import Final

RUN: Final = 2
"""Wins in a row, fresh deals only, after which the next edition is suggested."""
_NEXT: Final = {
    "base": "expert",
    "expert": "on-fire",
    "expert-short": "on-fire",
    "on-fire": "extreme",
    "extreme": "expert+extreme",
}


def next_edition(edition: str, run: int) -> str | None:
    """Return the edition to try after a run of wins, or None: no run yet, or nothing harder."""
    return _NEXT.get(edition) if run >= RUN else None
