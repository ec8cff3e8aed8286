"""Deals of the day: opening them, and what people made of them here."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from statistics import median
from typing import Final, NamedTuple, cast, get_args

from ...messages import (
    AskDaily,
    AskDailyResults,
    DailyCategory,
    DailyDeal,
    DailyDeals,
    DailyOthers,
    DailyResult,
    DailyResults,
    OpenTable,
    OwnSeat,
    replace,
)
from ...review import Daily
from ...rules import PLAYING, WON
from ...table import Record, Settings, Table
from ..access import Caller
from ..errors import HostError
from ..latest import Latest
from ..levels import LEVELS
from ..tables import Tables
from .replays import games_in
from .requests import Answer, PageRequest, answer, read

LISTED: Final = 200
"""So many first tries of one deal are listed, the best ones."""
AT_A_TIME: Final = 50
"""So many tables are read for one request; the others are read for the next ones."""
ENOUGH: Final = 10
"""From so many results on, people are told how they are spread."""
_WIDTH, _BINS = 2, 12  # cards left that are counted together, and how many such groups there are
REMEMBERED: Final = 20_000
"""First tries whose outcome is remembered."""
SUMMED_FOR: Final = timedelta(seconds=30)
"""So long the sums of a day are told again without looking: whoever asks needs no seat."""
SUMS: Final = 100
"""Days whose sums are remembered."""


class Tried(NamedTuple):
    """What a table had made of the deal when its log had this length."""

    length: int
    result: DailyResult | None = None
    """None while the game runs."""
    counts: bool = False
    """Whether others see it."""


class DailyPage:
    """Answers for the deals of the day."""

    def __init__(self, tables: Tables, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._tables = tables
        self._now = now
        self._tried = Latest[str, Tried](REMEMBERED)
        self._sums = Latest[str, tuple[datetime, list[DailyDeal]]](SUMS)

    async def open(self, request: PageRequest) -> Answer:
        """Open a table with a deal of the day; a first try is noted when it starts."""
        asked = read(request, AskDaily)
        deal = Daily(asked.date, asked.category)
        if not deal.begun(self._now()):
            raise HostError("date-future", date=asked.date)
        first = not asked.again and deal.counts(self._now())
        opened = await self._tables.open(_wanted(asked, deal), fresh=first)
        if first:
            await self._tables.store.note_day(asked.date, asked.category, opened.code)
        return answer(opened, 201)

    async def deals(self, request: PageRequest) -> Answer:
        """Tell what may be known of a day's deals before they are played."""
        day, now = request.names["date"], self._now()
        told, deals = self._sums.pop(day, (now - SUMMED_FOR, []))
        if told + SUMMED_FOR <= now:
            told, deals = now, [await self._dealt(Daily(day, one), request.caller) for one in get_args(DailyCategory)]
        self._sums[day] = told, deals
        return answer(DailyDeals(day, deals))

    async def _dealt(self, deal: Daily, caller: Caller) -> DailyDeal:
        """Tell how hard a deal is, and how those who have finished it did."""
        won = deal.selected.won if deal.selected else None
        others = None
        with contextlib.suppress(HostError):  # a store that fails hides no difficulty
            over = (await self._first_tries(deal, caller))[0]
            others = _others([tried.result.score for tried in over.values() if tried.result and tried.counts])
        return DailyDeal(cast(DailyCategory, deal.category), deal.difficulty, won, others)

    async def results(self, request: PageRequest) -> Answer:
        """List the finished first tries of a deal, for somebody who has finished it."""
        asked = read(request, AskDailyResults)
        deal = Daily(asked.date, asked.category)
        await self._must_have_finished(asked.own, deal, request.caller.holding(asked.own.token))
        over, running = await self._first_tries(deal, request.caller)
        own = asked.own.code.upper()
        shown = [code for code, tried in over.items() if code == own or tried.counts]
        best = set(sorted(shown, key=lambda code: (code != own, *_rank(over[code])))[:LISTED])
        listed = [
            replace(tried.result, yours=code == own) for code, tried in over.items() if tried.result and code in best
        ]
        scores = [tried.result.score for code in shown if (tried := over[code]).result]
        won = scores.count(0)
        spread = _spread(scores) if len(scores) >= ENOUGH else None
        return answer(DailyResults(listed, running, len(scores), won, float(median(scores or [0])), spread))

    async def _first_tries(self, deal: Daily, caller: Caller) -> tuple[dict[str, Tried], int]:
        """Return the finished first tries of a deal by table, in the order they began, and how many are running."""
        lengths = await self._tables.store.lengths_of_day(deal.date, deal.category)
        await self._read(lengths, deal, caller)
        over = {code: tried for code in lengths if (tried := self._tried.get(code)) and tried.result}
        return over, len(lengths) - len(over)

    async def _read(self, lengths: dict[str, int], deal: Daily, caller: Caller) -> None:
        """Read what is new, the longest logs first: a game that nobody plays stays short."""
        new = [code for code, length in lengths.items() if length and not self._known(code, length)]
        for code in sorted(new, key=lambda code: -lengths[code])[:AT_A_TIME]:
            self._tried.pop(code, None)
            self._tried[code] = _tried(lengths[code], await self._first_try(code, caller), deal)

    def _known(self, code: str, length: int) -> bool:
        tried = self._tried.get(code)
        return tried is not None and (tried.result is not None or tried.length == length)

    async def _must_have_finished(self, own: OwnSeat, deal: Daily, caller: Caller) -> None:
        code, _ = await self._tables.find_own(own.code, caller)
        games = await games_in(self._tables, code, 1, caller.at_home())
        if not games or not _finished(games[0], deal):
            raise HostError("not-over")

    async def _first_try(self, code: str, caller: Caller) -> Table | None:
        """Return the first game of a table, which is the one that counts; None where there is none to be read."""
        with contextlib.suppress(HostError):  # one damaged table spoils no list
            return next(iter(await games_in(self._tables, code, 1, caller.at_home())), None)
        return None


def _others(scores: list[int]) -> DailyOthers | None:
    return DailyOthers(len(scores), scores.count(0), float(median(scores))) if scores else None


def _spread(scores: list[int]) -> list[int]:
    """Count results by cards left: none, then groups, the last one open."""
    groups = [min(_BINS - 1, -(-score // _WIDTH)) for score in scores]
    return [groups.count(group) for group in range(_BINS)]


def _tried(length: int, first: Table | None, deal: Daily) -> Tried:
    if first is None or not _finished(first, deal):
        return Tried(length)
    return Tried(length, _result(first), _counts(first))


def _rank(tried: Tried) -> tuple[bool, int]:
    """Order what was won before what was not, and that by the cards left."""
    return (not tried.result.won, tried.result.score) if tried.result else (True, 0)


def _finished(table: Table, deal: Daily) -> bool:
    """Tell whether a table has played this very deal to its end."""
    dealt = table.dealt is not None and table.dealt.seed == deal.seed
    return dealt and table.rules == deal.rules and table.require_game().status != PLAYING


def _counts(table: Table) -> bool:
    """Tell whether others see what came of a first try: the deal stayed fresh, and the table is not private."""
    return Record.of(table).known is None and not table.settings.private


def _result(table: Table) -> DailyResult:
    game = table.require_game()
    people = ", ".join(table.names[seat] for seat in table.people)
    return DailyResult(people, game.status == WON, game.score, yours=False)


def _wanted(asked: AskDaily, deal: Daily) -> OpenTable:
    settings = Settings(deal.rules).to_data()
    if asked.friends and deal.rules.players > 1:
        return OpenTable(asked.name, settings=settings)  # dealt by the host once everybody sits (`Deal.day`)
    mates = [LEVELS[-1]] * (deal.rules.players - 1)
    return OpenTable(asked.name, settings=settings, bots=mates, deal=True, seed=str(deal.seed))
