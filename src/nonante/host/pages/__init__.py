"""What a client asks in plain requests, beside its connection to a table: `pages` lists every address."""

from __future__ import annotations

from ..clock import Now
from ..contests import Contests
from ..crews import Crews
from ..people import SYNC_BYTES, People
from ..tables import Tables
from ..thinking import Thinker
from .board import BoardPage
from .contests import ContestPage
from .crews import CrewPage
from .daily import DailyPage
from .files import FilePage
from .people import DevicePage
from .puzzles import PuzzlePage
from .replays import MOST_BYTES, ReplayPage
from .requests import Answer, Draw, Page, PageRequest, RateName, answer, read, refused
from .reviews import ReviewPage
from .rulebook import serve_rules
from .tables import TablePage

__all__ = ["Answer", "Draw", "Page", "PageRequest", "RateName", "answer", "pages", "read", "refused", "server_pages"]


def pages(tables: Tables, thinker: Thinker, dealer: Thinker) -> list[Page]:
    """Return every page over these tables; `dealer` looks for deals, `thinker` thinks about finished games."""
    table, daily, replays = TablePage(tables, dealer), DailyPage(tables), ReplayPage(tables)
    files, reviews, puzzles = FilePage(tables), ReviewPage(tables, thinker), PuzzlePage(thinker)
    board = BoardPage(tables, thinker)
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
        Page("POST", "/api/board", board.state),
        Page("POST", "/api/board/advice", board.advice, "replays"),
        Page("POST", "/api/board/play", board.play, "openings"),
    ]


def server_pages(tables: Tables, thinker: Thinker, draw: Draw, now: Now | None = None) -> list[Page]:
    """Return the pages that need a server, as people meet there: one's devices, crews, events."""
    now = now or tables.now
    devices = DevicePage(People(tables.store, now), draw)
    crews = CrewPage(Crews(tables, now))
    contests = ContestPage(Contests(tables, thinker))
    return [
        Page("POST", "/api/devices", devices.begin, "openings"),
        Page("POST", "/api/devices/code", devices.code, "openings"),
        Page("POST", "/api/devices/join", devices.join),
        Page("POST", "/api/devices/sync", devices.sync, "syncs", SYNC_BYTES),
        Page("POST", "/api/devices/remove", devices.remove),
        Page("POST", "/api/crews", crews.begin, "openings"),
        Page("GET", "/api/crews/{code}", crews.show),
        Page("POST", "/api/crews/{code}/join", crews.join, "openings"),
        Page("POST", "/api/crews/{code}/change", crews.change),
        Page("POST", "/api/crews/{code}/table", crews.open, "openings"),
        Page("POST", "/api/crews/{code}/leave", crews.leave),
        Page("POST", "/api/events", contests.begin, "openings"),
        Page("GET", "/api/events/{code}", contests.show),
        Page("GET", "/api/events/{code}/results.csv", contests.table),
        Page("POST", "/api/events/{code}/team", contests.join, "openings"),
        Page("POST", "/api/events/{code}/deal", contests.deal, "openings"),
    ]
