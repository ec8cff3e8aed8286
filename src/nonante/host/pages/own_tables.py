"""The tables where somebody has a seat, for the home page: who, which game, whose turn, what came out."""

from __future__ import annotations

import asyncio
from typing import Final

from ...rules.outcome import PLAYING
from ...table import Table
from ..after_messages import AskOwnTables, OwnSeat, OwnTable, OwnTables, TableStatus
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
        found = [(seat.code, await self._look(seat)) for seat in asked.seats]
        return answer(OwnTables([one for _, one in found if one], [code for code, one in found if one is None]))

    async def _look(self, seat: OwnSeat) -> OwnTable | None:
        try:
            kept = await self._tables.log(seat.code)
        except HostError as error:
            if error.code == "unknown-table":
                return None
            raise
        table = await asyncio.to_thread(Table.fold, kept.events)
        you = seat_of(seat.token, [kept.secrets.get(number) for number in range(len(table.seats))])
        return None if you is None else state_of(seat.code, table, you)


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
