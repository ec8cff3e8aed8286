"""Long thoughts in a thread, and quick ones in another: nobody waits for a whole review to see a first curve."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from ..host.store import Store
from ..host.thinking import Thinker
from ..review import Steps, finish

T = TypeVar("T")


class ThreadedThinker(Thinker):
    """Thinks in threads of its own."""

    def __init__(self, store: Store, prepare: Callable[[], None] = lambda: None) -> None:
        super().__init__(store, prepare)
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="nonante-review")
        self._quick = ThreadPoolExecutor(max_workers=1, thread_name_prefix="nonante-quick")

    async def through(self, steps: Steps[T], quick: bool) -> T:
        """Take every step in a thread."""
        pool = self._quick if quick else self._pool
        return await asyncio.get_running_loop().run_in_executor(pool, finish, steps)

    def close(self) -> None:
        """Stop; what is being thought is dropped."""
        super().close()
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._quick.shutdown(wait=False, cancel_futures=True)
