"""Long thoughts about finished games: a thread of their own, a short queue, results in the store; tables stay quick.

What is quick has another thread: nobody waits for somebody else's whole review to see a first curve.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from ..review import Review, curve, review, review_key
from ..rules import NonanteError
from ..table import Record
from .after_messages import ReviewData, ReviewProgress
from .errors import HostError
from .store import Store
from .structs import StructError, convert, decoder, encode

T = TypeVar("T")
WAITING: Final = 6
"""So many thoughts may wait; more are refused."""


class Thinker:
    """The thread that reviews, and what it has found."""

    def __init__(self, store: Store, prepare: Callable[[], None] = lambda: None) -> None:
        self._store = store
        self._prepare = prepare
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="nonante-review")
        self._quick = ThreadPoolExecutor(max_workers=1, thread_name_prefix="nonante-quick")
        self._waiting = 0
        self._jobs: dict[str, _Job] = {}

    async def think(self, thought: Callable[[], T], *, quick: bool = False) -> T:
        """Think something through in the thread, or in that for quick thoughts; refuse where too much waits already."""
        if self._waiting >= WAITING:
            raise HostError("busy")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._quick if quick else self._pool, thought)
        finally:
            self._waiting -= 1

    async def judge(self, thought: Callable[[], T], *, quick: bool = False) -> T:
        """Do the same with a thought that needs the compiled champion."""

        def thought_through() -> T:
            self._prepare()
            return thought()

        return await self.think(thought_through, quick=quick)

    async def review(self, record: Record) -> AsyncIterator[ReviewProgress]:
        """Review a finished game and tell about it while it goes on; several who ask for the same share the work."""
        loop = asyncio.get_running_loop()
        key = await loop.run_in_executor(self._quick, review_key, record)
        if kept := await self._kept(key):
            yield ReviewProgress(1.0, kept)
            return
        if key not in self._jobs:
            self._jobs[key] = _Job()
            task = asyncio.create_task(self._run(key, record))
            self._jobs[key].task = task
        async for progress in self._jobs[key].follow():
            yield progress

    async def _kept(self, key: str) -> ReviewData | None:
        """Return a review that was worked out before; one that another version of this program has written is none."""
        kept = await self._store.review_of(key)
        try:
            return decoder(ReviewData)(kept) if kept else None
        except StructError:
            return None

    async def _run(self, key: str, record: Record) -> None:
        job, loop = self._jobs[key], asyncio.get_running_loop()

        def tell(share: float, so_far: Review) -> None:
            loop.call_soon_threadsafe(job.tell, ReviewProgress(share, _data(so_far)))

        try:
            if self._waiting:
                job.tell(await loop.run_in_executor(self._quick, self._first_curve, record))
            found = await self.judge(lambda: review(record, tell))
            told = _data(found)
            with contextlib.suppress(HostError):  # what cannot be kept is worked out again
                await self._store.keep_review(key, encode(told).decode())
            job.finish(ReviewProgress(1.0, told))
        except NonanteError as error:
            job.finish(ReviewProgress(1.0, None, error.code))
        except Exception:
            job.finish(ReviewProgress(1.0, None, "internal"))
            raise
        finally:
            del self._jobs[key]

    def _first_curve(self, record: Record) -> ReviewProgress:
        self._prepare()
        return ReviewProgress(0.1, _data(curve(record)))

    def close(self) -> None:
        """Stop; what is being thought is dropped."""
        for job in self._jobs.values():
            if job.task:
                job.task.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._quick.shutdown(wait=False, cancel_futures=True)


class _Job:
    """One review on its way, for everybody who waits for it."""

    def __init__(self) -> None:
        self.task: asyncio.Task[None] | None = None
        self._last: ReviewProgress | None = None
        self._done = False
        self._news = asyncio.Event()

    def tell(self, progress: ReviewProgress) -> None:
        if not self._done and (self._last is None or progress.share >= self._last.share):
            self._last = progress
            self._wake()

    def finish(self, progress: ReviewProgress) -> None:
        self.tell(progress)
        self._done = True
        self._wake()

    def _wake(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    async def follow(self) -> AsyncIterator[ReviewProgress]:
        """Yield what is known, whenever more is, until the end."""
        told: ReviewProgress | None = None
        while True:
            news, done, last = self._news, self._done, self._last
            if last is not None and last is not told:
                told = last
                yield last
            if done:
                return
            if last is self._last and not self._done:
                await news.wait()


def _data(found: Review) -> ReviewData:
    return convert(found.to_data(), ReviewData)
