"""`EventLog`: the events of one table. An event takes effect once it is stored."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol, TypeAlias

from ..messages import News
from ..rules import NonanteError
from ..table import Configured, Left, Step, Swapped, Table
from .access import digests_after, places
from .clients import Origin
from .errors import HostError
from .game_log import news_of
from .slow import waiting_after
from .state import TableState
from .store import Conflict, Entry, Store

log = logging.getLogger("nonante.host")
Job: TypeAlias = Callable[[], Awaitable[object]]
Make: TypeAlias = Callable[[Table], Sequence[Step]]


class Follower(Protocol):
    """What an event log notifies."""

    def moved(self, places: dict[int, int]) -> None:
        """Take note that people sit elsewhere, or nowhere, from now on."""

    def seats_here(self) -> set[int]:
        """Return the seats that have a connection."""

    def changed(self, news: list[News], origin: Origin | None) -> None:
        """Do what follows from a change; `origin` is whose command it was."""


class JobQueue:
    """Runs jobs one after the other in a task of its own."""

    def __init__(self, name: str, failed: Callable[[Exception], None]) -> None:
        self._failed = failed
        self._loop = asyncio.get_running_loop()
        self._jobs: asyncio.Queue[Job] = asyncio.Queue()
        self._timers: set[asyncio.TimerHandle] = set()
        self._task = asyncio.create_task(self._run(), name=name)

    def __len__(self) -> int:
        return self._jobs.qsize()

    def time(self) -> float:
        """Return the time that delays are measured in."""
        return self._loop.time()

    def post(self, job: Job) -> None:
        """Queue a job."""
        self._jobs.put_nowait(job)

    def later(self, delay: float, job: Job) -> None:
        """Queue a job after so many seconds."""

        def ring() -> None:
            self._timers.discard(timer)
            self.post(job)

        timer = self._loop.call_later(delay, ring)
        self._timers.add(timer)

    async def settled(self) -> None:
        """Wait until everything queued so far is done."""
        await self._jobs.join()

    async def close(self) -> None:
        """Stop; what is queued is dropped."""
        for timer in self._timers:
            timer.cancel()
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            job = await self._jobs.get()
            try:
                await job()
            except Exception as error:
                self._failed(error)
            finally:
                self._jobs.task_done()


class EventLog:
    """The events of one table, and the queue of everything that changes it."""

    def __init__(self, code: str, store: Store, state: TableState, follower: Follower) -> None:
        self.code = code
        self.state = state
        self.jobs = JobQueue(f"table {code}", self._failed)
        self._store = store
        self._follower = follower

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.state.table

    async def happen(self, steps: Sequence[Step], origin: Origin | None = None) -> None:
        """Store the steps of a command, then apply them."""
        table, digests = self.table, self.state.digests
        seat, key, token = (origin.client.seat, origin.key, origin.token) if origin else (None, None, None)
        entries, news = [], []
        for step in steps:
            changed = digests_after(table, step, digests, token)
            digests = digests if changed is None else changed
            waiting = waiting_after(table, step.table, self._follower.seats_here())
            entries.append(Entry(step.event, seat, key, changed, waiting))
            news.append(news_of(table, step.event, step.table))
            table = step.table
        await self._store.append(self.code, self.state.seq, entries)
        for entry, step in zip(entries, steps, strict=True):
            self._follow(entry, step.table)
        self._follower.changed(news, origin)

    async def catch_up(self) -> bool:
        """Apply what another process stored; tell whether there was anything."""
        stored = await self._store.load(self.code, after=self.state.seq)
        if stored is None:
            raise HostError("unknown-table", table=self.code)
        news = []
        for entry in stored.entries:
            after = self.table.apply(entry.event)
            news.append(news_of(self.table, entry.event, after))
            self._follow(entry, after)
        self.state.digests = stored.digests(len(self.table.seats))
        if news:
            self._follower.changed(news, None)
        return bool(news)

    def _follow(self, entry: Entry, after: Table) -> None:
        before = self.table
        self.state.take(entry, after)
        if isinstance(entry.event, Left | Configured | Swapped):
            self._follower.moved(places(before, after, entry.event))

    async def act(self, make: Make) -> bool:
        """Queue a change that is computed from the table when its turn comes; tell whether it had any steps."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        async def job() -> None:
            happened = False
            try:
                steps = make(self.table)
                if steps:
                    await self.happen(steps)
                happened = bool(steps)
            except NonanteError as error:
                log.debug("table %s: a step was refused: %s", self.code, error)
            except Conflict:
                await self.catch_up()
            finally:
                if not done.done():
                    done.set_result(happened)

        self.jobs.post(job)
        return await done

    def _failed(self, error: Exception) -> None:
        match error:
            case Conflict():
                self.jobs.post(self.catch_up)
            case NonanteError():
                log.error("table %s: %s", self.code, error)
            case _:
                log.error("table %s", self.code, exc_info=error)
