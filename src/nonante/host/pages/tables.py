"""Tables over plain requests: what there is, opening one, what one may know of it, its record, and one's own tables."""

from __future__ import annotations

from typing import Final

from ... import __version__
from ...messages import AskOwnTables, Info, OpenTable, OwnTable, OwnTables, TableStatus, replace
from ...review import LADDER_RULES, at_once, find_deal, ladder_deal
from ...rules import EDITIONS, CommandMap
from ...table import Settings, Table
from ..card_views import map_of
from ..commands import new_seed
from ..errors import HostError
from ..levels import levels
from ..slow import waiting_times, whose_turn
from ..state import record_of
from .replays import must_see
from .requests import Answer, PageRequest, ThinkingPage, answer, read

MOST_OWN: Final = 12


class TablePage(ThinkingPage):
    """Answers about tables."""

    async def info(self, request: PageRequest) -> Answer:
        """Say what there is."""
        house = map_of(CommandMap.HOUSE) or {}
        return answer(Info(__version__, list(EDITIONS), levels(), house, request.origin))

    async def open(self, request: PageRequest) -> Answer:
        """Open a table."""
        wanted = await self._with_deal(read(request, OpenTable), request.caller.address)
        return answer(await self._tables.open(wanted, fresh=wanted.difficulty is not None), 201)

    async def _with_deal(self, wanted: OpenTable, who: str) -> OpenTable:
        """Take a deal as hard as it is wanted: a selected one, else it is looked for beside everything else."""
        if wanted.difficulty is None:
            return wanted
        rules, level = Settings.from_data(wanted.settings).rules, wanted.difficulty
        if rules == LADDER_RULES:
            return replace(wanted, seed=str(ladder_deal(level, new_seed())))
        seed = await self._thinker.judge(at_once(find_deal, rules, level, new_seed()), who)
        return replace(wanted, seed=str(seed))

    async def table(self, request: PageRequest) -> Answer:
        """Return what anybody with the link may know, without loading the table into memory."""
        return answer(await self._tables.info(request.names["code"], request.caller))

    async def record(self, request: PageRequest) -> Answer:
        """Give the record of a finished game, to keep."""
        code, table = await self._tables.look(request.names["code"], request.caller)
        await must_see(self._tables, code, table, request.caller)
        return Answer(record_of(table).to_json().encode(), file=f"nonante-{code}-{table.deals}.json")

    async def own(self, request: PageRequest) -> Answer:
        """Say how the tables stand where somebody has a seat; one that sleeps in the store is not woken for that."""
        asked = read(request, AskOwnTables)
        if len(asked.seats) > MOST_OWN:
            raise HostError("malformed", why=f"at most {MOST_OWN} tables")
        seen, tables, gone = dict[str, Table](), list[OwnTable](), list[str]()
        for seat in asked.seats:
            try:
                code, you = await self._tables.find_own(seat.code, request.caller.holding(seat.token))
                _, seen[code] = await self._tables.look(code, request.caller.at_home())
                tables.append(state_of(seat.code, seen[code], you))
            except HostError as error:
                if error.code in ("unknown-table", "token"):
                    gone.append(seat.code)
                elif error.code not in (
                    "damaged-table",
                    "newer-table",
                    "too-fast",
                ):  # which are neither shown nor given up
                    raise
        if asked.seats and not tables and request.caller.guessed:
            raise HostError("too-fast")
        waited = await waiting_times(self._tables.store, seen)
        return answer(OwnTables([replace(table, waited=waited.get(table.code)) for table in tables], gone))


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
        active=whose_turn(table),
        score=game.score if game else 0,
        draw_count=len(game.draw) if game else 0,
        tops=list(game.piles.values()) if game else [],
        paused=table.paused,
        deals=table.deals,
        slow=table.settings.slow is not None,
    )
