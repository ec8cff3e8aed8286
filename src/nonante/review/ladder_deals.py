"""The original game alone as easy, normal and hard: deals selected as the deals of the day are, and shipped.

Each level has a row of numbers. ``scripts/days.py --ladder`` notes those whose deals champions win as often as that
level asks for; ``ladder_deals.txt`` ships them with their wins, so that also a page without a compiled kernel has them.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib import resources
from typing import Final

from ..messages import Difficulty
from ..rules import Rules
from .daily import RULES_VERSION, Selected

LADDER_RULES: Final = Rules.edition("base", 1)
"""What the selected deals are for."""
_FILE: Final = "ladder_deals.txt"


def ladder_candidate(level: Difficulty, number: int) -> int:
    """Return the deal behind a number of a level's row."""
    name = f"nonante ladder {RULES_VERSION} {level} {number}"
    return int.from_bytes(sha256(name.encode()).digest()[:8], "big")


def ladder_deal(level: Difficulty, chance: int) -> int:
    """Return one of the selected deals of a level, by a number drawn at random."""
    found = ladder_deals()[level]
    return ladder_candidate(level, found[chance % len(found)].number)


@cache
def ladder_deals() -> dict[str, list[Selected]]:
    """Return the shipped deals of each level: their numbers, and how many of 100 games were won."""
    lines = resources.files(__package__).joinpath(_FILE).read_text("utf-8").splitlines()
    split = [line.split() for line in lines]
    return {level: [Selected(*map(int, deal.split(":"))) for deal in deals] for level, *deals in split}
