"""Finished games to look at again: of a table here, whose earlier games stay reachable, or of a file or a link."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

from ...messages import CardView, ReplayData, ReplayFrame
from ...review import Imported, Replay, link_of, read_game
from ...rules import PLAYING
from ...table import Dealt, Event, Record, Seat, Table
from ..access import Caller
from ..card_views import card_view
from ..errors import HostError
from ..game_log import news_of
from ..tables import Tables, reading
from ..views import SeatViews
from .requests import Answer, PageRequest, answer


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
    await tables.must_not_be_sealed(code)


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


MOST_BYTES = 400_000
"""Of a record that is sent: its bounds in characters are those of `nonante.review`."""


class ReplayPage:
    """Answers with finished games."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def of_table(self, asked: PageRequest) -> Answer:
        """Give a game of a table, such as BCDFGH-2."""
        name = asked.names["game"].upper()
        table = await finished_game(self._tables, name, asked.caller)
        shared = None if table.settings.private else name  # which opens a private game for its seats alone
        executor, who = self._tables.reading, asked.caller.address
        return await executor.do(who, _answered, Imported(Record.of(table)), shared, table.seats)

    async def of_text(self, asked: PageRequest) -> Answer:
        """Give the game in a record file or a link, checked move by move."""
        text = asked.body.decode("utf-8", "replace")
        return await self._tables.reading.do(asked.caller.address, lambda: _answered(read_game(text)))


def _answered(imported: Imported, game: str | None = None, seats: tuple[Seat | None, ...] = ()) -> Answer:
    return answer(replay_data(imported, game, seats))


def replay_data(imported: Imported, game: str | None = None, seats: tuple[Seat | None, ...] = ()) -> ReplayData:
    """Return a finished game as it is sent; `seats` tells which of them were computer players."""
    record = imported.record
    replay = Replay.of(record)
    frames = frames_of(replay, seats)
    return ReplayData(
        game, link_of(record, names=True), list(imported.notes), list(replay.turns), frames, record.to_json()
    )


def frames_of(replay: Replay, seats: tuple[Seat | None, ...] = ()) -> list[ReplayFrame]:
    """Return every step of a game as it is sent."""
    entries = replay.record.entries
    news = [None, *(news_of(a, entry, b) for (a, b), entry in zip(pairwise(replay.tables), entries, strict=True))]
    return [
        ReplayFrame(SeatViews("", step, _seated(table, seats), None).of(None), hands_of(table), said)
        for step, (table, said) in enumerate(zip(replay.tables, news, strict=True))
    ]


def _seated(table: Table, seats: tuple[Seat | None, ...]) -> Table:
    return replace(table, seats=seats) if len(seats) == len(table.seats) else table


def hands_of(table: Table) -> list[list[CardView]]:
    """Return every hand, for games where they lie open."""
    game = table.require_game()
    return [[card_view(game.rules, card) for card in hand] for hand in game.hands]
