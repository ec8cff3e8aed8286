"""What a client asks in plain requests, beside its connection to a table: `pages` lists every address."""

from __future__ import annotations

from ..tables import Tables
from ..thinking import Thinker
from .daily import DailyPage
from .files import FilePage
from .puzzles import PuzzlePage
from .replays import MOST_BYTES, ReplayPage
from .requests import Answer, Page, PageRequest, RateName, refused
from .reviews import ReviewPage
from .rulebook import serve_rules
from .tables import TablePage

__all__ = ["Answer", "Page", "PageRequest", "RateName", "pages", "refused"]


def pages(tables: Tables, thinker: Thinker, dealer: Thinker) -> list[Page]:
    """Return every page over these tables; `dealer` looks for deals, `thinker` thinks about finished games."""
    table, daily, replays = TablePage(tables, dealer), DailyPage(tables), ReplayPage(tables)
    files, reviews, puzzles = FilePage(tables), ReviewPage(tables, thinker), PuzzlePage(thinker)
    return [
        Page("GET", "/api/info", table.info),
        Page("POST", "/api/tables", table.open, "openings"),
        Page("GET", "/api/tables/{code}", table.table),
        Page("GET", "/api/tables/{code}/record", table.record),
        Page("POST", "/api/tables/{code}/file", files.give),
        Page("POST", "/api/file", files.open, "openings", MOST_BYTES),
        Page("POST", "/api/own-tables", table.own),
        Page("GET", "/api/rules/{language}", serve_rules),
        Page("POST", "/api/daily", daily.open, "openings"),
        Page("GET", "/api/daily/{date}", daily.deals),
        Page("POST", "/api/daily/results", daily.results),
        Page("POST", "/api/replay", replays.of_text, "replays", MOST_BYTES),
        Page("GET", "/api/replay/{game}", replays.of_table, "replays"),
        Page("POST", "/api/review", reviews.review, "replays", MOST_BYTES),
        Page("POST", "/api/review/try", reviews.attempt, "replays", MOST_BYTES),
        Page("POST", "/api/review/decks", reviews.decks, "replays", MOST_BYTES),
        Page("POST", "/api/review/branch", reviews.branch, "replays", MOST_BYTES),
        Page("POST", "/api/review/curve", reviews.curve, "replays", MOST_BYTES),
        Page("POST", "/api/review/difficulty", reviews.difficulty, "replays", MOST_BYTES),
        Page("GET", "/api/puzzles", puzzles.all),
        Page("GET", "/api/puzzles/day/{date}", puzzles.of_the_day),
        Page("POST", "/api/puzzles/{name}", puzzles.attempt),
        Page("GET", "/api/puzzles/{name}/answer", puzzles.solution),
    ]
