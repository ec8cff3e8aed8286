"""Finished games to look at again, from a table here or from a file or a link; running ones are refused."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from ...messages import CardView, ReplayData, ReplayFrame
from ...review import Imported, Replay, link_of, read_game
from ...table import Record, Seat, Table
from ..card_views import card_view
from ..game_log import news_of
from ..tables import Tables
from ..views import SeatViews
from .games import finished_game
from .requests import Answer, Asked, answer

MOST_BYTES = 400_000
"""Of a record that is sent: its bounds in characters are those of `nonante.review`."""


class ReplayPage:
    """Answers with finished games."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def of_table(self, asked: Asked) -> Answer:
        """Give a game of a table, such as BCDFGH-2."""
        name = asked.names["game"].upper()
        table = await finished_game(self._tables, name, asked.caller)
        shared = None if table.settings.private else name  # which opens a private game for its seats alone
        desk, who = self._tables.reading, asked.caller.address
        return await desk.do(who, _answered, Imported(Record.of(table)), shared, table.seats)

    async def of_text(self, asked: Asked) -> Answer:
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
