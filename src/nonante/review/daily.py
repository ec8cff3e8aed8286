"""The deals of the day: the same cards for everybody on one calendar date, worked out anywhere, offline too.

A day is the player's own calendar date as text. The deal's number is a digest of our name, the version of the rules,
that text and the category; it can be worked out by anybody, so results are a friendly list and no ranking.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from typing import Final

from ..rules import Game, Rules
from .errors import ReviewError

RULES_VERSION: Final = 1
"""Part of every deal of the day: a change of the rules that changes games gets another number."""
CATEGORIES: Final[dict[str, tuple[str, int]]] = {
    "solo": ("base", 1),
    "solo-extreme": ("extreme", 1),
    "team": ("base", 3),
}
"""The deals of a day by name: edition and seats."""
_EARLIEST, _LATEST = timedelta(hours=14), timedelta(hours=12)  # a day begins at UTC+14 and ends at UTC-12


@dataclass(frozen=True, slots=True)
class Daily:
    """One deal of one day."""

    date: str
    category: str

    def __post_init__(self) -> None:
        check_date(self.date)
        if self.category not in CATEGORIES:
            raise ReviewError("category", value=self.category, known=", ".join(CATEGORIES))

    @property
    def rules(self) -> Rules:
        """The rules it is played by."""
        edition, players = CATEGORIES[self.category]
        return Rules.edition(edition, players)

    @property
    def seed(self) -> int:
        """The deal's number.

        >>> Daily("2026-11-15", "solo").seed
        11334834233961177693
        """
        name = f"nonante daily {RULES_VERSION} {self.date} {self.category}"
        return int.from_bytes(sha256(name.encode()).digest()[:8], "big")

    def deal(self) -> Game:
        """Deal it."""
        return Game.deal(self.rules, self.seed)

    def begun(self, now: datetime) -> bool:
        """Tell whether the day has begun somewhere on earth."""
        return check_date(self.date) <= (now.astimezone(UTC) + _EARLIEST).date()

    def counts(self, now: datetime) -> bool:
        """Tell whether an attempt that starts now counts: the date is today somewhere on earth, for 50 hours."""
        begin = datetime.combine(check_date(self.date), datetime.min.time(), UTC)
        return begin - _EARLIEST <= now.astimezone(UTC) < begin + timedelta(days=1) + _LATEST

    def check_counts(self, now: datetime) -> None:
        """Raise ReviewError unless an attempt that starts now counts."""
        if not self.counts(now):
            raise ReviewError("date-closed", value=self.date)


def check_date(text: object) -> date:
    """Return the date of this millennium that a text such as ``2026-11-15`` names; raise ReviewError for others."""
    if isinstance(text, str) and re.fullmatch(r"2[0-9]{3}-[0-9]{2}-[0-9]{2}", text):
        try:
            return date.fromisoformat(text)
        except ValueError:
            pass
    raise ReviewError("date", value=text)


def streak(finished: Collection[str], today: str) -> int:
    """Return how many days in a row were finished, up to today or, where today is still open, up to yesterday.

    >>> streak(["2026-11-12", "2026-11-14", "2026-11-15"], "2026-11-16")
    2
    """
    days = {check_date(text) for text in finished}
    day, count = check_date(today), 0
    if day not in days:
        day -= timedelta(days=1)
    while day in days:
        count += 1
        day -= timedelta(days=1)
    return count


def longest_streak(finished: Collection[str]) -> int:
    """Return the most days in a row that were ever finished."""
    days = {check_date(text) for text in finished}
    best = 0
    for day in days:
        if day - timedelta(days=1) not in days:
            count = 1
            while day + timedelta(days=count) in days:
                count += 1
            best = max(best, count)
    return best
