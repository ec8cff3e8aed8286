"""Long computations in one thread and short ones in another: no first curve waits for a whole review."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from ..host import FairQueue, HostError, Store, Thinker
from ..review import Steps

T = TypeVar("T")
SLICE: Final = 0.1  # seconds of one computation before those of other addresses get their turn


class ThreadedThinker(Thinker):
    """Runs computations in threads, taking turns between addresses."""

    def __init__(self, store: Store, prepare: Callable[[], None] = lambda: None) -> None:
        super().__init__(store, prepare)
        self._long, self._quick = _Lane("nonante-review"), _Lane("nonante-quick")

    async def through(self, steps: Steps[T], who: str, quick: bool) -> T:
        """Run all steps in a thread."""
        lane = self._quick if quick else self._long
        return await lane.through(steps, who)

    def close(self) -> None:
        """Stop; running computations are dropped."""
        super().close()
        self._long.close()
        self._quick.close()


class _Lane:
    """One thread, shared out by address."""

    def __init__(self, name: str) -> None:
        self._queue = FairQueue()
        self._closed = False
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)

    async def through(self, steps: Steps[T], who: str) -> T:
        loop = asyncio.get_running_loop()
        while True:
            async with self._queue.place(who):
                if self._closed:
                    raise HostError("busy")
                ended = await loop.run_in_executor(self._pool, _go_on, steps)
            if ended:
                return ended[0]

    def close(self) -> None:
        self._closed = True
        self._pool.shutdown(wait=False, cancel_futures=True)


def _go_on(steps: Steps[T]) -> tuple[T] | None:
    """Run some steps; return the result after the last one."""
    until = time.monotonic() + SLICE
    try:
        while True:
            next(steps)
            if time.monotonic() >= until:
                return None
    except StopIteration as end:
        return (end.value,)
