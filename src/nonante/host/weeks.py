"""Weeks of the calendar, and the deal of each: the same cards for every crew with as many players."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Final

from ..review import RULES_VERSION
from ..rules import Rules
from .errors import HostError

EDITION: Final = "extreme"
_WEEK: Final = re.compile(r"(\d{4})-W(\d{2})")


@dataclass(frozen=True, slots=True)
class Weekly:
    """The deal of one week, by UTC, for so many players."""

    week: str
    players: int

    @property
    def rules(self) -> Rules:
        """Its rules."""
        return Rules.edition(EDITION, self.players)

    @property
    def seed(self) -> int:
        """The deal's number, which anybody can work out, as that of a day.

        >>> Weekly("2026-W47", 4).seed
        16908244054808801227
        """
        name = f"nonante weekly {RULES_VERSION} {self.week} {self.players}"
        return int.from_bytes(sha256(name.encode()).digest()[:8], "big")

    @property
    def begins(self) -> float:
        """When it begins: seconds since 1970."""
        return start_of(self.week)

    @property
    def ends(self) -> float:
        """When it is over."""
        return self.begins + timedelta(weeks=1).total_seconds()


def week_at(now: float) -> str:
    """Return the week of a time.

    >>> week_at(1_795_000_000.0)
    '2026-W47'
    """
    year, week, _ = datetime.fromtimestamp(now, UTC).isocalendar()
    return f"{year}-W{week:02d}"


def start_of(week: str) -> float:
    """Return when a week begins, or refuse what is none."""
    found = _WEEK.fullmatch(week)
    try:
        if found:
            return datetime.fromisocalendar(int(found[1]), int(found[2]), 1).replace(tzinfo=UTC).timestamp()
    except ValueError:
        pass
    raise HostError("malformed", why="no such week")


def weeks_in_a_row(times: list[float], now: float) -> int:
    """Return in how many weeks in a row something happened, up to this one or the one before.

    >>> day = 86_400.0
    >>> weeks_in_a_row([10 * day, 17 * day, 24 * day], 31 * day), weeks_in_a_row([10 * day], 31 * day)
    (3, 0)
    """
    week = timedelta(weeks=1).total_seconds()
    there = {start_of(week_at(time)) for time in times}
    last = start_of(week_at(now))
    last = last if last in there else last - week
    count = 0
    while last - count * week in there:
        count += 1
    return count
