"""Deals of the day: opening them, and what people made of them here."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final, NamedTuple

from ...review import Daily
from ...rules.outcome import PLAYING, WON
from ...table import Settings, Table
from ..after_messages import AskDaily, AskDailyResults, DailyResult, DailyResults, OpenedDaily, OwnSeat
from ..computers.levels import levels
from ..errors import HostError
from ..messages import OpenTable
from ..tables import Tables
from ..tokens import seat_of
from .asking import Answer, Asked, answer, read
from .games import games_of

LISTED: Final = 200
"""So many first tries of one deal are listed, the best ones."""
AT_A_TIME: Final = 50
"""So many tables are read for one request; those of which more is known than before come first next time."""
REMEMBERED: Final = 20_000
"""First tries whose outcome is remembered."""


class Tried(NamedTuple):
    """What a table made of the deal when its log had this length; no outcome while the game runs."""

    length: int
    outcome: tuple[str, bool, int] | None = None
    """Who, whether they won, and how many cards were left."""


class DailyPage:
    """Answers for the deals of the day."""

    def __init__(self, tables: Tables, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._tables = tables
        self._now = now
        self._tried: dict[str, Tried] = {}

    async def open(self, request: Asked) -> Answer:
        """Open a table with a deal of the day; a first try is noted when it starts."""
        asked = read(request, AskDaily)
        deal = Daily(asked.date, asked.category)
        if not deal.begun(self._now()):
            raise HostError("date-future", date=asked.date)
        first = not asked.again and deal.counts(self._now())
        opened = await self._tables.open(_wanted(asked, deal), fresh=first)
        if first:
            await self._tables.store.note_day(asked.date, asked.category, opened.code)
        return answer(OpenedDaily(opened.code, opened.token, deal.rules.name, deal.rules.players), 201)

    async def results(self, request: Asked) -> Answer:
        """List the finished first tries of a deal, for somebody who has finished it."""
        asked = read(request, AskDailyResults)
        deal = Daily(asked.date, asked.category)
        await self._must_have_finished(asked.own, deal, request.address)
        lengths = await self._tables.store.lengths_of_day(asked.date, asked.category)
        await self._read(lengths, deal, request.address)
        outcomes = {code: tried.outcome for code in lengths if (tried := self._tried.get(code)) and tried.outcome}
        own = asked.own.code.upper()
        best = sorted(outcomes, key=lambda code: (code != own, not outcomes[code][1], outcomes[code][2]))[:LISTED]
        found = [DailyResult(*outcomes[code], code == own) for code in lengths if code in set(best)]
        return answer(DailyResults(found, len(lengths) - len(outcomes)))

    async def _read(self, lengths: dict[str, int], deal: Daily, who: str) -> None:
        """Read what is new, the longest logs first: a game that nobody plays stays short."""
        new = [code for code, length in lengths.items() if length and not self._known(code, length)]
        for code in sorted(new, key=lambda code: -lengths[code])[:AT_A_TIME]:
            self._tried.pop(code, None)
            self._tried[code] = Tried(lengths[code], _outcome(await self._first_game(code, who), deal))
        while len(self._tried) > REMEMBERED:
            del self._tried[next(iter(self._tried))]

    def _known(self, code: str, length: int) -> bool:
        tried = self._tried.get(code)
        return tried is not None and (tried.outcome is not None or tried.length == length)

    async def _must_have_finished(self, own: OwnSeat, deal: Daily, who: str) -> None:
        if seat_of(own.token, (await self._tables.head(own.code)).secrets) is None:
            raise HostError("token")
        first = await self._first_game(own.code, who)
        if first is None or not _finished(first, deal):
            raise HostError("not-over")

    async def _first_game(self, code: str, who: str) -> Table | None:
        """Return the first game of a table, which is the one that counts, at its end or as it stands."""
        desk = self._tables.reading
        async with desk.queue.place(who):
            games = await desk.work(games_of, (await self._tables.log(code)).events, 1)
        return games[0] if games else None


def _outcome(first: Table | None, deal: Daily) -> tuple[str, bool, int] | None:
    """Return what came of a first try; None while it runs."""
    if first is None or not _finished(first, deal):
        return None
    game = first.require_game()
    people = ", ".join(seat.name for seat in first.seats if seat and seat.level is None)
    return people, game.status == WON, game.score


def _finished(table: Table, deal: Daily) -> bool:
    """Tell whether a table has played this very deal to its end."""
    dealt = table.dealt is not None and table.dealt.seed == deal.seed
    return dealt and table.rules == deal.rules and table.require_game().status != PLAYING


def _wanted(asked: AskDaily, deal: Daily) -> OpenTable:
    settings = Settings(deal.rules).to_data()
    if asked.friends and deal.rules.players > 1:
        return OpenTable(asked.name, settings=settings)  # dealt by the host once everybody sits (`Deal.day`)
    mates = [levels()[-1]] * (deal.rules.players - 1)
    return OpenTable(asked.name, settings=settings, bots=mates, deal=True, seed=str(deal.seed))
