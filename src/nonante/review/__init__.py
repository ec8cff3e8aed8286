"""Finished games: replay, links, what was lucky and what was chosen, branches, puzzles, the deals of the day."""

from .daily import CATEGORIES, Daily, check_date, longest_streak, streak
from .errors import ReviewError
from .imports import finished, import_record, read_game
from .judge import Choice, Judge
from .known import Solution, solve, winnable_until
from .links import Imported, link_of, read_link
from .replay import Replay, ReplayTurn
from .review import JudgedTurn, Review, review, review_key

__all__ = [
    "CATEGORIES",
    "Choice",
    "Daily",
    "Imported",
    "Judge",
    "JudgedTurn",
    "Replay",
    "ReplayTurn",
    "Review",
    "ReviewError",
    "Solution",
    "check_date",
    "finished",
    "import_record",
    "link_of",
    "longest_streak",
    "read_game",
    "read_link",
    "review",
    "review_key",
    "solve",
    "streak",
    "winnable_until",
]
