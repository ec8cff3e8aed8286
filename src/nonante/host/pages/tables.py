"""Tables over plain requests: what there is, opening one, what anybody with its link may know, and its record."""

from __future__ import annotations

from ... import __version__
from ...messages import Info, OpenTable, replace
from ...review import at_once, find_deal
from ...rules import EDITIONS, CommandMap
from ...table import Settings
from ..commands import new_seed
from ..computers.levels import levels
from ..state import record_of
from ..tables import Tables
from ..thinking import Thinker
from ..views import map_of
from .asking import Answer, Asked, answer, read
from .games import must_see


class TablePage:
    """Answers about tables."""

    def __init__(self, tables: Tables, dealer: Thinker) -> None:
        self._tables = tables
        self._dealer = dealer

    async def info(self, request: Asked) -> Answer:
        """Say what there is."""
        house = map_of(CommandMap.HOUSE) or {}
        return answer(Info(__version__, list(EDITIONS), levels(), house, request.origin))

    async def open(self, request: Asked) -> Answer:
        """Open a table."""
        wanted = await self._with_deal(read(request, OpenTable), request.caller.address)
        return answer(await self._tables.open(wanted, fresh=wanted.difficulty is not None), 201)

    async def _with_deal(self, wanted: OpenTable, who: str) -> OpenTable:
        """Look for a deal as hard as it is wanted, beside everything else: that takes seconds."""
        if wanted.difficulty is None:
            return wanted
        rules, level = Settings.from_data(wanted.settings).rules, wanted.difficulty
        seed = await self._dealer.judge(at_once(find_deal, rules, level, new_seed()), who)
        return replace(wanted, seed=str(seed))

    async def table(self, request: Asked) -> Answer:
        """Say what anybody with the link may know; a table that sleeps goes on sleeping."""
        return answer(await self._tables.info(request.names["code"], request.caller))

    async def record(self, request: Asked) -> Answer:
        """Give the record of a finished game, to keep."""
        code, table = await self._tables.look(request.names["code"], request.caller)
        await must_see(self._tables, code, table, request.caller)
        return Answer(record_of(table).to_json().encode(), file=f"nonante-{code}-{table.deals}.json")
