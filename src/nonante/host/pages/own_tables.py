"""The tables where somebody has a seat, for the home page: who, which game, whose turn, what came out."""

from __future__ import annotations

from typing import Final

from ...messages import AskOwnTables, OwnSeat, OwnTable, OwnTables, TableStatus
from ...rules import PLAYING
from ...table import Table
from ..callers import Caller
from ..errors import HostError
from ..tables import Tables
from ..tokens import seat_of
from .asking import Answer, Asked, answer, read

MOST: Final = 12


class OwnTablesPage:
    """Answers for the list of one's own tables."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def ask(self, request: Asked) -> Answer:
        """Say how the tables stand; a table that sleeps in the store is not woken for that."""
        asked = read(request, AskOwnTables)
        if len(asked.seats) > MOST:
            raise HostError("malformed", why=f"at most {MOST} tables")
        tables, gone = list[OwnTable](), list[str]()
        for seat in asked.seats:
            try:
                tables.append(await self._look(seat, request.caller.holding(seat.token)))
            except HostError as error:
                if error.code in ("unknown-table", "token"):
                    gone.append(seat.code)
                elif error.code not in ("damaged-table", "too-fast"):  # which are neither shown nor given up
                    raise
        if asked.seats and not tables and request.caller.guessed:
            raise HostError("too-fast")
        return answer(OwnTables(tables, gone))

    async def _look(self, seat: OwnSeat, caller: Caller) -> OwnTable:
        code = await self._tables.find(seat.code, caller)
        you = seat_of(seat.token, await self._tables.store.secrets(code) or {})
        if you is None:  # which costs nobody the reading of the table
            raise HostError("token")
        _, table = await self._tables.look(code, caller.at_home())
        return state_of(seat.code, table, you)


def state_of(code: str, table: Table, you: int) -> OwnTable:
    """Return how a table stands, for one of its seats."""
    game = table.game
    status: TableStatus = game.status if game else "lobby"
    return OwnTable(
        code=code,
        you=you,
        edition=table.rules.name,
        names=[seat.name if seat else None for seat in table.seats],
        levels=[seat.level if seat else None for seat in table.seats],
        status=status,
        active=game.active if game and status == PLAYING and table.starter is not None else None,
        score=game.score if game else 0,
        draw_count=len(game.draw) if game else 0,
        paused=table.paused,
        deals=table.deals,
    )
