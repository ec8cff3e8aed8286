"""Finished games: replay, links, what was lucky and what was chosen, branches, puzzles, the deals of the day."""

from .branches import Branch, branch, other_decks, try_turn
from .daily import CATEGORIES, Daily, check_date, longest_streak, streak
from .difficulty import Odds, difficulty, find_deal
from .errors import ReviewError
from .imports import MOST_ENTRIES as MOST_ENTRIES, MOST_TEXT as MOST_TEXT, finished, import_record, read_game
from .judge import Choice, Judge
from .known import Solution, solve, winnable_until
from .links import Imported, link_of, read_link
from .plot import plot_svg
from .puzzles import Puzzle, puzzle, puzzles
from .replay import Replay, ReplayTurn
from .review import JudgedTurn, Review, curve, review, review_key, reviewing, warm_up
from .steps import Steps, at_once, finish

__all__ = [
    "CATEGORIES",
    "Branch",
    "Choice",
    "Daily",
    "Imported",
    "Judge",
    "JudgedTurn",
    "Odds",
    "Puzzle",
    "Replay",
    "ReplayTurn",
    "Review",
    "ReviewError",
    "Solution",
    "Steps",
    "at_once",
    "branch",
    "check_date",
    "curve",
    "difficulty",
    "find_deal",
    "finish",
    "finished",
    "import_record",
    "link_of",
    "longest_streak",
    "other_decks",
    "plot_svg",
    "puzzle",
    "puzzles",
    "read_game",
    "read_link",
    "review",
    "review_key",
    "reviewing",
    "solve",
    "streak",
    "try_turn",
    "warm_up",
    "winnable_until",
]
