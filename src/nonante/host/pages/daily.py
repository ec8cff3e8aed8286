"""Deals of the day: opening them, and what people made of them here."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

from ...review import Daily
from ...rules.outcome import PLAYING, WON
from ...table import Record, Settings, Table
from ..after_messages import AskDaily, AskDailyResults, DailyResult, DailyResults, OpenedDaily, OwnSeat
from ..callers import Caller
from ..computers.levels import levels
from ..errors import HostError
from ..messages import OpenTable
from ..tables import Tables, fold
from ..tokens import seat_of
from .asking import Answer, Asked, answer, read
from .games import games_in

LISTED: Final = 200
"""So many tables of one deal are looked at for the list, the first ones."""


class DailyPage:
    """Answers for the deals of the day."""

    def __init__(self, tables: Tables, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._tables = tables
        self._now = now

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
        await self._must_have_finished(asked.own, deal, request.caller.holding(asked.own.token))
        codes = await self._tables.store.codes_of_day(asked.date, asked.category)
        tries = {code: await self._first_try(code) for code in codes[:LISTED]}
        over = {code: table for code, table in tries.items() if table and _finished(table, deal)}
        own = asked.own.code.upper()
        listed = [_result(table, code == own) for code, table in over.items() if code == own or _counts(table)]
        return answer(DailyResults(listed, len(tries) - len(over)))

    async def _must_have_finished(self, own: OwnSeat, deal: Daily, caller: Caller) -> None:
        kept = await self._tables.log(own.code, caller)
        seats = range(len((await fold(own.code, kept)).table.seats))
        if seat_of(own.token, [kept.secrets.get(seat) for seat in seats]) is None:
            raise HostError("token")
        first = next(iter(await games_in(own.code, kept)), None)
        if first is None or not _finished(first, deal):
            raise HostError("not-over")

    async def _first_try(self, code: str) -> Table | None:
        """Return the first game of a table, which is the one that counts; None where there is none to be read."""
        with contextlib.suppress(HostError):  # one damaged table spoils no list
            return next(iter(await games_in(code, await self._tables.log(code))), None)
        return None


def _finished(table: Table, deal: Daily) -> bool:
    """Tell whether a table has played this very deal to its end."""
    dealt = table.dealt is not None and table.dealt.seed == deal.seed
    return dealt and table.rules == deal.rules and table.require_game().status != PLAYING


def _counts(table: Table) -> bool:
    """Tell whether others see what came of a first try: the deal stayed fresh, and the table is not private."""
    return Record.of(table).known is None and not table.settings.private


def _result(table: Table, yours: bool) -> DailyResult:
    game = table.require_game()
    people = ", ".join(seat.name for seat in table.seats if seat and seat.level is None)
    return DailyResult(people, game.status == WON, game.score, yours)


def _wanted(asked: AskDaily, deal: Daily) -> OpenTable:
    settings = Settings(deal.rules).to_data()
    if asked.friends and deal.rules.players > 1:
        return OpenTable(asked.name, settings=settings)  # dealt by the host once everybody sits (`Deal.day`)
    mates = [levels()[-1]] * (deal.rules.players - 1)
    return OpenTable(asked.name, settings=settings, bots=mates, deal=True, seed=str(deal.seed))
