"""`FairQueue`: places that addresses take in turn, and `Desk`: work done beside the event loop, in that order."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor
from contextlib import asynccontextmanager
from typing import Final, TypeVar

from .computers.pool import ask
from .errors import HostError

T = TypeVar("T")
WAITING: Final = 1000
OF_ONE: Final = 100


class FairQueue:
    """Gives its places to the addresses in turn, first to those that have fewest, however much each one asks for."""

    def __init__(self, places: int = 1, waiting: int = WAITING, of_one: int = OF_ONE) -> None:
        self._free = places
        self._waiting = waiting
        self._of_one = of_one
        self._lines: dict[str, deque[asyncio.Future[None]]] = {}
        self._running: Counter[str] = Counter()
        self._last = ""

    def __len__(self) -> int:
        return sum(map(len, self._lines.values()))

    @asynccontextmanager
    async def place(self, who: str) -> AsyncIterator[None]:
        """Have a place as soon as it is this address's turn; refuse where too many wait already."""
        await self._enter(who)
        try:
            yield
        finally:
            self._leave(who)

    async def _enter(self, who: str) -> None:
        if not self._free:
            line = self._lines.get(who, ())
            if len(self) >= self._waiting or len(line) + self._running[who] >= self._of_one:
                raise HostError("busy")
        turn = asyncio.get_running_loop().create_future()
        self._lines.setdefault(who, deque()).append(turn)
        self._pass_on()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                self._forget(who, turn)
            else:
                self._leave(who)
            raise

    def _leave(self, who: str) -> None:
        self._free += 1
        self._running[who] -= 1
        if not self._running[who]:
            del self._running[who]
        self._pass_on()

    def _pass_on(self) -> None:
        while self._free and self._lines:
            # Of several that have as few, the one served longest ago.
            who = min(self._lines, key=lambda who: (self._running[who], who == self._last))
            turn = self._lines[who].popleft()
            line = self._lines.pop(who)
            if line:
                self._lines[who] = line
            if not turn.done():
                self._free -= 1
                self._running[who] += 1
                self._last = who
                turn.set_result(None)

    def _forget(self, who: str, turn: asyncio.Future[None]) -> None:
        line = self._lines.get(who)
        if line and turn in line:
            line.remove(turn)
            if not line:
                del self._lines[who]


class Desk:
    """Where long logs and records are read: one at a time, so that however many come, the event loop waits for one."""

    def __init__(self, pool: Executor | None = None, queue: FairQueue | None = None) -> None:
        self._pool = pool
        self.queue = queue or FairQueue()

    async def do(self, who: str, work: Callable[..., T], *details: object) -> T:
        """Do something long when it is this address's turn."""
        async with self.queue.place(who):
            return await self.work(work, *details)

    async def work(self, work: Callable[..., T], *details: object) -> T:
        """Do something long, having a place already."""
        return await ask(self._pool, work, *details)
