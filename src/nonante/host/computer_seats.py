"""`ComputerSeats`: the seats of one table that computer players move; they think outside the loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Executor
from functools import partial
from typing import Any, Final, TypeAlias, TypeVar

from ..messages import Pace
from ..players import Player, changes
from ..rules import Game
from ..table import Event, Signal, Step, Table, talk_closed
from . import levels
from .computer_talk import worth_saying
from .event_log import EventLog
from .pools import ask

T = TypeVar("T")
RETRY: Final = 0.2  # seconds after something was refused, so that nothing is tried in a hurry for ever
PACES: Final[dict[Pace, float]] = {"slow": 2.0, "normal": 1.0, "fast": 0.3}
"""How long each pace takes, against the server's own."""
Task: TypeAlias = Callable[[], Coroutine[Any, Any, None]]


class ComputerSeats:
    """Plays step by step while there is something to do and a person watches."""

    def __init__(self, log: EventLog, someone_here: Callable[[], bool], pace: float, pool: Executor | None) -> None:
        self._log = log
        self._someone_here = someone_here
        self._pace = pace
        self._factor = PACES["normal"]
        self._pool = pool
        self._task: asyncio.Task[None] | None = None
        self._wished = 0  # the deal they have wished about
        self._spoken = 0  # the turn they have spoken about, by the event it began with
        # By deal, seat, level and company: they may remember.
        self._players: dict[tuple[int, int, str, bool], Player] = {}

    def set_pace(self, pace: Pace) -> None:
        """Lay cards slower or faster from the next one on."""
        self._factor = PACES[pace]

    def wake(self) -> None:
        """Wake up after an event, in case there is something to do."""
        if self._task is None and self._next() is not None:
            self._task = asyncio.create_task(self._work(), name="computer players")

    async def close(self) -> None:
        """Stop thinking."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _work(self) -> None:
        try:
            while (task := self._next()) is not None:
                await task()
        finally:
            self._task = None

    def _next(self) -> Task | None:
        table = self._log.table
        game = table.game
        if game is None or not table.running or table.paused or not self._someone_here():
            return None
        if not any(self._seats(table)):
            return None
        if table.starter is None:
            if self._wished != table.deals and not talk_closed(game):
                return self._wish
            return None if table.computer_start is None else self._start
        if self._spoken != self._log.state.turn_seq and not talk_closed(game):
            return self._speak
        return self._move if _level(table, game.active) else None

    @staticmethod
    def _seats(table: Table) -> Iterator[tuple[int, str]]:
        """Yield each seat that a computer player moves, with its level."""
        for seat, there in enumerate(table.seats):
            if there and there.plays_itself:
                yield seat, there.plays_itself

    def _player(self, seat: int, level: str) -> Player:
        """Return who plays a seat in this game: the same one from its first question to its last, with its company."""
        table = self._log.table
        self._players = {key: who for key, who in self._players.items() if key[0] == table.deals}
        champion = levels.LEVELS[-1]
        among = level != champion or all(_level(table, other) == champion for other in range(len(table.seats)))
        key = table.deals, seat, levels.effective_level(level), among
        if key not in self._players:
            self._players[key] = levels.seated(level, among_champions=among)
        return self._players[key]

    async def _ask(self, question: Callable[..., T], *details: object) -> T:
        return await ask(self._pool, question, *details)

    # Before the first turn.

    async def _wish(self) -> None:
        table = self._log.table
        self._wished = table.deals
        game = table.require_game()
        wishes = {
            seat: await self._ask(levels.wish, self._player(seat, level), game.view(seat))
            for seat, level in self._seats(table)
        }

        def make(now: Table) -> list[Step]:
            fits = now.deals == table.deals
            return now.steps([now.wish(seat, wish) for seat, wish in wishes.items() if wish and fits])

        await self._log.act(make)

    async def _start(self) -> None:
        def make(now: Table) -> list[Step]:
            seat = now.computer_start
            return [] if seat is None else now.steps([now.start(seat)])

        await asyncio.sleep(self._pace * self._factor)
        if not await self._log.act(make):
            await asyncio.sleep(RETRY)

    # In the game.

    async def _speak(self) -> None:
        """Bring the standing signals of all computer players up to date, once a turn, with as few words as will do."""
        table = self._log.table
        self._spoken = self._log.state.turn_seq
        game = table.require_game()
        wanted = {}
        for seat, level in self._seats(table):
            wanted[seat] = await self._ask(levels.speak, self._player(seat, level), game.view(seat), table.standing)
        said = worth_saying(game, wanted, table.standing)
        await self._log.act(lambda now: now.steps(_spoken(now, said)) if now.game == game else [])

    async def _move(self) -> None:
        """Plan a turn and lay its cards at a human pace; a plan ends where the table has gone another way."""
        loop = asyncio.get_running_loop()
        table = self._log.table
        game = table.require_game()
        seat = game.active
        who = self._player(seat, _level(table, seat) or levels.STAND_IN)
        began = loop.time()
        for move in await self._ask(levels.plan, who, game.view(seat), table.standing):
            await asyncio.sleep(max(0.0, self._pace * self._factor - (loop.time() - began)))
            began = loop.time()
            if not await self._log.act(partial(_moved, planned=game, seat=seat, move=move)):
                await asyncio.sleep(RETRY)
                return
            if not self._someone_here():
                return

    def __repr__(self) -> str:
        return f"ComputerSeats({'thinking' if self._task else 'idle'})"


def _level(table: Table, seat: int) -> str | None:
    there = table.seats[seat]
    return there.plays_itself if there else None


def _moved(table: Table, planned: Game, seat: int, move: str) -> list[Step]:
    """Return the move if its turn still runs and the computer player still has the seat."""
    game = table.require_game()
    if game.turn != planned.turn or game.active != seat or not _level(table, seat) or table.paused:
        return []
    return [table.move(seat, move)]


def _spoken(table: Table, wanted: dict[int, list[Signal]]) -> list[Event]:
    """Return the events that make each computer player's standing signals the wanted ones."""
    return [event for seat, signals in wanted.items() for event in changes(table, seat, signals)]
