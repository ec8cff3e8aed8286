"""The games of a table, one after the other: earlier ones stay reachable after a rematch."""

from __future__ import annotations

from collections.abc import Iterable

from ...rules import PLAYING
from ...table import Dealt, Event, Record, Table
from ..access import Caller
from ..errors import HostError
from ..tables import Tables, reading


def games_of(events: Iterable[Event], most: int | None = None) -> list[Table]:
    """Return the table as it stood at the end of each of its games, the first `most`; the last one may still run."""
    table, games = Table(), list[Table]()
    for event in events:
        over = bool(games) and games[-1].require_game().status != PLAYING
        if len(games) == most and over:
            break
        table = table.apply(event)
        if isinstance(event, Dealt):
            if len(games) == most:
                break
            games.append(table)
        elif games and not over and table.game is not None:  # else it was dropped
            games[-1] = table
    return games


async def games_in(tables: Tables, code: str, most: int, caller: Caller) -> list[Table]:
    """Return the first games of a table, or refuse it as damaged; worked out beside everything else."""
    await tables.find(code, caller)
    async with tables.reading.queue.place(caller.address):
        stored = await tables.log(code)
        with reading(code):
            return await tables.reading.work(games_of, stored.events, most)


async def must_see(tables: Tables, code: str, table: Table, caller: Caller) -> None:
    """Refuse the game of a private table to whoever has no seat there: they learn not even that there was one."""
    if table.settings.private and not await tables.seated(code.upper(), caller):
        raise HostError("unknown-game", game=code[:20])


async def finished_game(tables: Tables, name: str, caller: Caller) -> Table:
    """Return the table at the end of the game that a name such as ``BCDFGH-2`` means; a running one is refused."""
    code, _, number = name.partition("-")
    wanted = int(number) if number.isascii() and number.isdigit() and len(number) < 6 else 0
    games = await games_in(tables, code, wanted, caller)
    if not 1 <= wanted <= len(games):
        raise HostError("unknown-game", game=name[:20])
    table = games[-1]
    await must_see(tables, code, table, caller)
    if table.require_game().status == PLAYING:
        raise HostError("not-over")
    return table


async def finished_record(tables: Tables, name: str, caller: Caller) -> Record:
    """Return the record of a finished game."""
    return Record.of(await finished_game(tables, name, caller))
