"""Long thoughts about finished games: a short queue, results in the store; tables stay quick.

A `Thinker` thinks where it is, step by step, and lets everybody else go first between two steps; a server has threads.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Callable
from typing import Final, TypeVar

from ..messages import Review, ReviewProgress, StructError, decoder, encode
from ..review import Steps, at_once, curve, review_key, reviewing
from ..rules import NonanteError
from ..table import Record
from .errors import HostError
from .store import Store

T = TypeVar("T")
WAITING: Final = 16
"""So many thoughts may wait; more are refused."""
OF_ONE: Final = 3
"""And so many of one address, where several come."""


class Thinker:
    """Runs reviews and other long computations, and stores reviews."""

    def __init__(self, store: Store, prepare: Callable[[], None] = lambda: None) -> None:
        self._store = store
        self._prepare = prepare
        self._waiting: Counter[str] = Counter()
        self._jobs: dict[str, _Job] = {}

    async def through(self, steps: Steps[T], who: str, quick: bool) -> T:  # noqa: ARG002 - here nobody else asks
        """Run all steps and return the result."""
        while True:
            await asyncio.sleep(0)
            try:
                next(steps)
            except StopIteration as end:
                found: T = end.value
                return found

    async def think(self, steps: Steps[T], who: str = "", *, quick: bool = False) -> T:
        """Run a computation for an address; refuse it if too much waits already."""
        if self._waiting.total() >= WAITING or (who and self._waiting[who] >= OF_ONE):
            raise HostError("busy")
        self._waiting[who] += 1
        try:
            return await self.through(steps, who, quick)
        finally:
            self._waiting[who] -= 1
            if not self._waiting[who]:
                del self._waiting[who]

    async def judge(self, steps: Steps[T], who: str = "", *, quick: bool = False) -> T:
        """Run a computation as `think` does, after loading the champion it needs."""
        return await self.think(self._prepared(steps), who, quick=quick)

    def _prepared(self, steps: Steps[T]) -> Steps[T]:
        self._prepare()
        return (yield from steps)

    async def review(self, record: Record, who: str = "") -> AsyncIterator[ReviewProgress]:
        """Review a finished game and yield progress; requests for the same game share the work."""
        key = await self.through(at_once(review_key, record), who, quick=True)
        if stored := await self._stored(key):
            yield ReviewProgress(1.0, stored)
            return
        if key not in self._jobs:
            self._jobs[key] = _Job()
            task = asyncio.create_task(self._run(key, record, who))
            self._jobs[key].task = task
        async for progress in self._jobs[key].follow():
            yield progress

    async def _stored(self, key: str) -> Review | None:
        """Return the stored review, unless another version of the program wrote it."""
        stored = await self._store.review_of(key)
        try:
            return decoder(Review)(stored) if stored else None
        except StructError:
            return None

    async def _run(self, key: str, record: Record, who: str) -> None:
        job, loop = self._jobs[key], asyncio.get_running_loop()

        def tell(share: float, so_far: Review | None) -> None:
            loop.call_soon_threadsafe(job.tell, ReviewProgress(share, so_far))

        try:
            if self._waiting:
                first = await self.through(self._prepared(at_once(curve, record)), who, quick=True)
                job.tell(ReviewProgress(0.1, first))
            told = await self.judge(reviewing(record, tell), who)
            with contextlib.suppress(HostError):  # what cannot be stored is worked out again
                await self._store.keep_review(key, encode(told).decode())
            job.finish(ReviewProgress(1.0, told))
        except NonanteError as error:
            job.finish(ReviewProgress(1.0, None, error.code))
        except Exception:
            job.finish(ReviewProgress(1.0, None, "internal"))
            raise
        finally:
            del self._jobs[key]

    def close(self) -> None:
        """Stop; running computations are dropped."""
        for job in self._jobs.values():
            if job.task:
                job.task.cancel()


class _Job:
    """A review in progress, for everybody who waits for it."""

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
        """Yield the progress so far, then every update until the end."""
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
