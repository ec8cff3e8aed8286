"""The deals of the day: the same cards for everybody on one calendar date, worked out anywhere, offline too.

A day is the player's own calendar date as text. A deal's number is a digest of our name, the version of the rules,
that text and the category; it can be worked out by anybody, so results are a friendly list and no ranking.

From `SELECTED_FROM` on, a day has a row of numbers, and its deal is the first that champions win about as often as that
day of the week asks for. ``scripts/days.py`` finds it; what it found is shipped in ``days.txt``, so every server, page
and terminal deals alike. A day that is not in that file has the plain digest, as all days had before.

The original game alone as easy, normal and hard has deals selected in the same way (``scripts/days.py --ladder``): each
level has a row of numbers, and ``ladder_deals.txt`` ships those whose deals champions win as often as it asks for.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache
from hashlib import sha256
from importlib import resources
from typing import Final, NamedTuple

from ..messages import Difficulty
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
SELECTED_FROM: Final = "2026-11-20"
"""The first day whose deals are selected; days before keep the deals they had."""
WINS: Final[dict[Difficulty, tuple[int, int]]] = {"easy": (75, 95), "normal": (30, 70), "hard": (5, 25)}
"""How many of a hundred fair games champions win with a selected deal, at least and at most."""
_WEEKDAYS: Final[dict[int, Difficulty]] = {0: "easy", 5: "hard"}  # Monday and Saturday
_EARLIEST, _LATEST = timedelta(hours=14), timedelta(hours=12)  # a day begins at UTC+14 and ends at UTC-12


class Selected(NamedTuple):
    """The selected deal of a day: the number of its candidate, and how many of 100 fair games champions win with it."""

    number: int
    won: int


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
        """Its rules."""
        edition, players = CATEGORIES[self.category]
        return Rules.edition(edition, players)

    @property
    def seed(self) -> int:
        """The seed of the deal.

        >>> Daily("2026-11-15", "solo").seed
        11334834233961177693
        """
        return self.candidate(self.selected.number if self.selected else None)

    def candidate(self, number: int | None) -> int:
        """Return the seed of a candidate for the day's deal; None: the digest without a number."""
        name = f"nonante daily {RULES_VERSION} {self.date} {self.category}"
        row = "" if number is None else f" {number}"
        return _seed_of(f"{name}{row}")

    @property
    def selected(self) -> Selected | None:
        """The selected deal; None for a day that uses the digest without a number."""
        return _selected().get((self.date, self.category))

    @property
    def difficulty(self) -> Difficulty | None:
        """The intended difficulty of a selected deal; None for other deals."""
        return self.wanted if self.selected else None

    @property
    def wanted(self) -> Difficulty:
        """The difficulty for this day of the week: easy on Mondays, hard on Saturdays."""
        return _WEEKDAYS.get(check_date(self.date).weekday(), "normal")

    def deal(self) -> Game:
        """Return the dealt game."""
        return Game.deal(self.rules, self.seed)

    def begun(self, now: datetime) -> bool:
        """Tell whether the day has begun somewhere on earth."""
        return check_date(self.date) <= (now.astimezone(UTC) + _EARLIEST).date()

    def counts(self, now: datetime) -> bool:
        """Tell whether an attempt that starts now counts: the date is today somewhere on earth, for 50 hours."""
        begin = datetime.combine(check_date(self.date), datetime.min.time(), UTC)
        return begin - _EARLIEST <= now.astimezone(UTC) < begin + timedelta(days=1) + _LATEST


@cache
def _selected() -> dict[tuple[str, str], Selected]:
    """Read what is shipped: a line a day, and for each category the number and the wins, or a dash."""
    found = {}
    for day, *deals in _shipped("days.txt"):
        for category, deal in zip(CATEGORIES, deals, strict=True):
            if deal != "-":
                found[day, category] = _selected_in(deal)
    return found


def _shipped(name: str) -> list[list[str]]:
    return [line.split() for line in resources.files(__package__).joinpath(name).read_text("utf-8").splitlines()]


def _selected_in(text: str) -> Selected:
    number, won = map(int, text.split(":"))
    return Selected(number, won)


def _seed_of(name: str) -> int:
    return int.from_bytes(sha256(name.encode()).digest()[:8], "big")


def check_date(text: object) -> date:
    """Return the date of this millennium that a text such as ``2026-11-15`` names; raise ReviewError for others."""
    if isinstance(text, str) and re.fullmatch(r"2[0-9]{3}-[0-9]{2}-[0-9]{2}", text):
        try:
            return date.fromisoformat(text)
        except ValueError:
            pass
    raise ReviewError("date", value=text)


# --- the original game alone as easy, normal and hard -----------------------------------------------------------------


LADDER_RULES: Final = Rules.edition("base", 1)
"""The rules of the ladder's deals."""


def ladder_candidate(level: Difficulty, number: int) -> int:
    """Return the deal behind a number of a level's row."""
    return _seed_of(f"nonante ladder {RULES_VERSION} {level} {number}")


def ladder_deal(level: Difficulty, chance: int) -> int:
    """Return one of the selected deals of a level, by a number drawn at random."""
    found = ladder_deals()[level]
    return ladder_candidate(level, found[chance % len(found)].number)


@cache
def ladder_deals() -> dict[str, list[Selected]]:
    """Return the shipped deals of each level: their numbers, and how many of 100 games were won."""
    return {level: list(map(_selected_in, deals)) for level, *deals in _shipped("ladder_deals.txt")}
