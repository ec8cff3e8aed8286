"""Finished games: replay, links, what was lucky and what was chosen, branches, puzzles, the deals of the day."""

from .daily import CATEGORIES, Daily, check_date, longest_streak, streak
from .errors import ReviewError
from .imports import finished, import_record, read_game
from .known import Solution, solve, winnable_until
from .links import Imported, link_of, read_link
from .replay import Replay, ReplayTurn

__all__ = [
    "CATEGORIES",
    "Daily",
    "Imported",
    "Replay",
    "ReplayTurn",
    "ReviewError",
    "Solution",
    "check_date",
    "finished",
    "import_record",
    "link_of",
    "longest_streak",
    "read_game",
    "read_link",
    "solve",
    "streak",
    "winnable_until",
]
