"""Finished games: replays, links, reviews, branches, puzzles and the deals of the day."""

from ..messages import Choice, JudgedTurn, Odds, ReplayTurn, Review, TriedTurn
from .board import SEAT as SEAT, Board
from .branches import other_decks, try_turn
from .daily import (
    CATEGORIES,
    LADDER_RULES,
    RULES_VERSION as RULES_VERSION,
    Daily,
    Selected,
    check_date,
    ladder_deal,
    ladder_deals,
)
from .difficulty import difficulty, find_deal, odds_of
from .errors import ReviewError
from .incremental import Steps, at_once, finish
from .judge import Judge
from .links import (
    MOST_ENTRIES as MOST_ENTRIES,
    MOST_TEXT as MOST_TEXT,
    Imported,
    finished,
    import_record,
    link_of,
    read_game,
    read_link,
)
from .plot import plot_svg
from .puzzles import Puzzle, learning_order, puzzle, puzzle_of_the_day, puzzles, ratings
from .rating import START as START, checked as checked, rated
from .refutation import Refutation, refuting as refuting
from .replay import Replay
from .review import curve, review, review_key, reviewing, told, warm_up
from .solver import Solution, solve

__all__ = [
    "CATEGORIES", "LADDER_RULES", "Board", "Choice", "Daily", "Imported", "Judge", "JudgedTurn", "Odds", "Puzzle",
    "Refutation", "Replay", "ReplayTurn", "Review", "ReviewError", "Selected", "Solution", "Steps", "TriedTurn",
    "at_once", "check_date", "curve", "difficulty", "find_deal", "finish", "finished", "import_record",
    "ladder_deal", "ladder_deals", "learning_order", "link_of", "odds_of", "other_decks", "plot_svg", "puzzle",
    "puzzle_of_the_day", "puzzles", "rated", "ratings", "read_game", "read_link", "review", "review_key",
    "reviewing",
    "solve", "told", "try_turn", "warm_up",
]  # fmt: skip
