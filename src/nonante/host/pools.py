"""Work beside the event loop: in the threads of a pool or right here, and in an order that is fair to addresses."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor, Future
from contextlib import asynccontextmanager
from typing import Any, Final, TypeVar

from .errors import HostError

T = TypeVar("T")
WAITING: Final = 1000
OF_ONE: Final = 100


class InlineExecutor(Executor):
    """A pool without threads."""

    def submit(self, question: Callable[..., T], /, *details: Any, **named: Any) -> Future[T]:
        """Answer at once."""
        answer: Future[T] = Future()
        try:
            answer.set_result(question(*details, **named))
        except Exception as error:
            answer.set_exception(error)
        return answer


async def ask(pool: Executor | None, question: Callable[..., T], *details: object) -> T:
    """Ask in a thread of a pool, of asyncio's own where there is none; without threads, others go first."""
    if isinstance(pool, InlineExecutor):
        await asyncio.sleep(0)
    return await asyncio.get_running_loop().run_in_executor(pool, question, *details)


class FairQueue:
    """Gives its places to the addresses in turn, first to those that have fewest, however much each asks for."""

    def __init__(self, places: int = 1, waiting: int = WAITING, of_one: int = OF_ONE) -> None:
        self._free = places
        self._waiting = waiting
        self._of_one = of_one
        self._queues: dict[str, deque[asyncio.Future[None]]] = {}
        self._running: Counter[str] = Counter()
        self._last = ""

    def __len__(self) -> int:
        return sum(map(len, self._queues.values()))

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
            queue = self._queues.get(who, ())
            if len(self) >= self._waiting or len(queue) + self._running[who] >= self._of_one:
                raise HostError("busy")
        turn = asyncio.get_running_loop().create_future()
        self._queues.setdefault(who, deque()).append(turn)
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
        while self._free and self._queues:
            # Of several that have as few, the one served longest ago.
            who = min(self._queues, key=lambda who: (self._running[who], who == self._last))
            turn = self._queues[who].popleft()
            queue = self._queues.pop(who)
            if queue:
                self._queues[who] = queue
            if not turn.done():
                self._free -= 1
                self._running[who] += 1
                self._last = who
                turn.set_result(None)

    def _forget(self, who: str, turn: asyncio.Future[None]) -> None:
        queue = self._queues.get(who)
        if queue and turn in queue:
            queue.remove(turn)
            if not queue:
                del self._queues[who]


class FairExecutor:
    """Where long logs and records are read: one at a time, so that however many come, the event loop waits for one."""

    def __init__(self, pool: Executor | None = None, queue: FairQueue | None = None) -> None:
        self._pool = pool
        self.queue = queue or FairQueue()

    async def do(self, who: str, work: Callable[..., T], *details: object) -> T:
        """Run something long when it is this address's turn."""
        async with self.queue.place(who):
            return await self.work(work, *details)

    async def work(self, work: Callable[..., T], *details: object) -> T:
        """Run something long for an address that has its place already."""
        return await ask(self._pool, work, *details)
