"""`SqlStore`: one connection, one thread that writes, and appends that wait together committed together."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import queue
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, Protocol, TypeVar

from ..host import UNTIL, Conflict, Digests, Entry, HostError, Log, Row, Waiting
from ..rules import NonanteError, one_line
from ..table import EVENTS, Event, event_from_data, event_to_data
from .durability import event_checksum, fault_of, secret_checksum, secret_fault
from .notices import forget_notices, note_waiting
from .sql_notes import Cursor as Cursor, SqlNotes

T = TypeVar("T")
log = logging.getLogger("nonante.server")
REVIEWS: Final = 300
"""So many reviews are kept, of 20 kB each or so."""
RECENT: Final = 600.0  # seconds that damage which was met counts as trouble
MANY_ROWS: Final = 100
_BATCH: Final = 512  # appends that share one commit, so that a burst cannot make the first one wait for ever


class Closable(Protocol):
    """A connection or a file."""

    def close(self) -> None:
        """Close it."""


@contextlib.contextmanager
def closed_on_failure(opened: Closable) -> Iterator[None]:
    """Close what was opened if the block fails."""
    try:
        yield
    except BaseException:
        opened.close()
        raise


class SqlStore(SqlNotes):
    """The base of both stores: the statements, and the thread that runs them.

    A subclass opens the connection and runs single statements. Nobody hears of success before the commit.
    """

    order = "rowid"
    """The column that tells in which order rows came."""
    skip_held = ""
    """What a query ends with, so that two processes do not get the same rows."""
    told_later: Callable[[], object] = staticmethod(lambda: None)
    """Called in the writer's thread when there may be something new to be told."""

    def __init__(self) -> None:
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._damage_met = -RECENT
        self._thread = threading.Thread(target=self._work, name="nonante-store", daemon=True)
        self._thread.start()
        self._reader = ThreadPoolExecutor(max_workers=1, thread_name_prefix="nonante-rows")

    # What a subclass does.

    def execute(self, statement: str, values: Sequence[Any] = ()) -> Cursor:
        """Run a statement with ``?`` for values."""
        raise NotImplementedError

    def transact(self, jobs: list[Job]) -> None:
        """Run the jobs in one transaction; an error of the commit is every job's error."""
        raise NotImplementedError

    def shut(self) -> None:
        """Close the connection."""
        raise NotImplementedError

    def appended(self, code: str, seq: int) -> None:
        """Do what the database needs within the transaction of an append."""

    def is_damage(self, error: Exception) -> bool:
        """Tell whether an error means that stored data is damaged."""
        raise NotImplementedError

    # The contract.

    async def append(self, code: str, seq: int, entries: Sequence[Entry]) -> None:
        """Store entries; see `Store`."""
        rows = await self._beside(len(entries), _written, seq, entries)
        secrets = next((entry.secrets for entry in reversed(entries) if entry.secrets is not None), None)
        changes = [(seq + n, entry.waiting) for n, entry in enumerate(entries, start=1) if entry.waiting is not None]
        await self._ask(lambda: self._append(code, seq, rows, secrets, changes[-1] if changes else None), code)

    async def load(self, code: str, after: int = 0) -> Log | None:
        """Return the table's log; see `Store`."""
        kept = await self._ask(lambda: self._load(code, after))
        return None if kept is None else await self._beside(len(kept[0]), self._log, code, after, *kept)

    async def _beside(self, rows: int, work: Callable[..., T], *details: object) -> T:
        """Process rows; many of them in a separate thread, so that neither event loop nor writer waits."""
        if rows < MANY_ROWS:
            return work(*details)
        return await asyncio.get_running_loop().run_in_executor(self._reader, work, *details)

    async def length(self, code: str) -> int:
        """Return how long a table's log is; see `Store`."""
        query = "SELECT coalesce(max(seq), 0) FROM events WHERE code = ?"
        ((last,),) = await self._rows(query, code)
        return int(last)

    async def secrets(self, code: str) -> dict[int, bytes] | None:
        """Return the digests of a table's seats; see `Store`."""
        return await self._ask(lambda: self._secrets(code))

    async def codes(self) -> list[str]:
        """Return the codes of all tables; see `Store`."""
        return [code for (code,) in await self._rows("SELECT DISTINCT code FROM events ORDER BY code")]

    async def size(self) -> int:
        """Return about how many tables there are, by the secrets of their seats; see `Store`."""
        ((count,),) = await self._rows("SELECT count(*) FROM secrets")
        return int(count)

    async def rows(self, code: str) -> list[Row]:
        """Return a table's entries as they are stored; see `Store`."""
        query = "SELECT seq, at, seat, key, event FROM events WHERE code = ? ORDER BY seq"
        return [Row(*row) for row in await self._rows(query, code)]

    async def restore(self, code: str, rows: Sequence[Row], secrets: Mapping[int, bytes]) -> None:
        """Store a table from another store; see `Store`."""
        digests = tuple(secrets.get(seat) for seat in range(max(secrets, default=-1) + 1))
        await self._ask(lambda: self._append(code, 0, rows, digests), code)

    async def waiting_since(self, codes: Sequence[str]) -> dict[str, float]:
        """Return since when slow games wait; see `Store`."""
        places = ", ".join("?" for _ in codes)
        query = f"SELECT code, since FROM waits WHERE code IN ({places})"  # noqa: S608 - question marks
        return dict(await self._rows(query, *codes)) if codes else {}

    async def note_day(self, date: str, category: str, code: str) -> None:
        """Store a first try at a deal of the day; see `Store`."""
        statement = "INSERT INTO days (date, category, code) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
        await self._ask(lambda: self.execute(statement, (date, category, code)) and None)

    async def lengths_of_day(self, date: str, category: str) -> dict[str, int]:
        """Return the tables of a deal of the day and how long their logs are; see `Store`."""
        last = "SELECT coalesce(max(seq), 0) FROM events WHERE events.code = days.code"
        query = f"SELECT code, ({last}) FROM days WHERE date = ? AND category = ? ORDER BY {self.order}"  # noqa: S608 - our own
        return dict(await self._rows(query, date, category))

    async def days(self) -> list[tuple[str, str, str]]:
        """Return all first tries at deals of the day; see `Store`."""
        query = f"SELECT date, category, code FROM days ORDER BY {self.order}"  # noqa: S608 - our own
        return [tuple(row) for row in await self._rows(query)]

    async def keep_review(self, key: str, review: str) -> None:
        """Store a review; see `Store`."""
        await self._ask(lambda: self._keep_review(key, review))

    def _keep_review(self, key: str, review: str) -> None:
        self.execute("DELETE FROM reviews WHERE key = ?", (key,))
        self.execute("INSERT INTO reviews (key, at, review) VALUES (?, ?, ?)", (key, time.time(), review))
        newest = "SELECT at FROM reviews ORDER BY at DESC LIMIT ?"
        self.execute(f"DELETE FROM reviews WHERE at NOT IN ({newest})", (REVIEWS,))  # noqa: S608 - our own

    async def review_of(self, key: str) -> str | None:
        """Return a review; see `Store`."""
        query = "SELECT review FROM reviews WHERE key = ?"
        return next((str(review) for (review,) in await self._rows(query, key)), None)

    async def older(self, before: float) -> list[str]:
        """Return the codes of old tables; see `Store`."""
        return await self._ask(lambda: self._older(before))

    async def forget(self, before: float) -> int:
        """Delete old tables; see `Store`."""
        return await self._ask(lambda: self._forget(before))

    def _older(self, before: float) -> list[str]:
        query = "SELECT code FROM events GROUP BY code HAVING max(at) < ?"
        return [code for (code,) in self.execute(query, (before,)).fetchall()]

    def _forget(self, before: float) -> int:
        codes = self._older(before)
        forget_notices(self.execute, codes)
        for code in codes:
            for table in ("events", "secrets", "days"):
                self.execute(f"DELETE FROM {table} WHERE code = ?", (code,))  # noqa: S608 - our own
        silent = "SELECT owner FROM notes GROUP BY owner HAVING max(at) < ?"
        kept = "SELECT owner FROM notes WHERE CASE WHEN key = ? THEN CAST(content AS DOUBLE PRECISION) END >= ?"
        statement = f"DELETE FROM notes WHERE owner IN ({silent}) AND owner NOT IN ({kept})"  # noqa: S608 - our own
        self.execute(statement, (before, UNTIL, before))
        return len(codes)

    async def touch(self) -> None:
        """Write a test value; see `Store`."""
        await self._ask(self._touch)

    def _touch(self) -> None:
        self.execute("DELETE FROM health")
        self.execute("INSERT INTO health (at) VALUES (?)", (time.time(),))

    def damage(self) -> str | None:
        """Return the damage found recently; see `Store`."""
        return "a table is damaged" if time.monotonic() - self._damage_met < RECENT else None

    async def close(self) -> None:
        """Write what is queued, then close the connection."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)
        self._reader.shutdown(wait=False)

    # Statements, run in the writer's thread.

    def _append(
        self,
        code: str,
        seq: int,
        rows: Sequence[Row],
        secrets: Digests | None,
        waiting: tuple[int, Waiting] | None = None,
    ) -> None:
        query = "SELECT seq, seal FROM events WHERE code = ? ORDER BY seq DESC LIMIT 1"
        last, before = self.execute(query, (code,)).fetchone() or (0, None)
        if last != seq:
            raise Conflict(code)
        for row in rows:
            before = event_checksum(before, code, row)
            statement = "INSERT INTO events (code, seq, at, seat, key, event, seal) VALUES (?, ?, ?, ?, ?, ?, ?)"
            self.execute(statement, (code, *row, before))
        if secrets is not None:
            self.execute("DELETE FROM secrets WHERE code = ?", (code,))
            for seat, digest in enumerate(secrets):
                if digest is not None:
                    statement = "INSERT INTO secrets (code, seat, hash, seal) VALUES (?, ?, ?, ?)"
                    self.execute(statement, (code, seat, digest, secret_checksum(code, seat, digest)))
        if waiting is not None:
            note_waiting(self.execute, code, *waiting, time.time())
            self.told_later()
        self.appended(code, seq + len(rows))

    def _load(self, code: str, after: int) -> tuple[list[Any], dict[int, bytes]] | None:
        query = "SELECT seq, at, seat, key, event, seal FROM events WHERE code = ? AND seq >= ? ORDER BY seq"
        with self._reading(code):
            rows = self.execute(query, (code, after)).fetchall()
        if not rows and not after:
            return None
        return rows, self._digests(code)

    def _log(self, code: str, after: int, rows: list[Any], secrets: dict[int, bytes]) -> Log:
        """Return a table's whole log, or raise if it is damaged."""
        before = rows.pop(0)[-1] if after and rows else None
        fault = fault_of(code, rows, after, before)
        if fault:
            raise self._damaged(code, fault)
        return Log(tuple(Entry(self._event(code, row), row[2], row[3]) for row in rows), secrets)

    def _secrets(self, code: str) -> dict[int, bytes] | None:
        found = self._digests(code)
        with self._reading(code):
            if not found and self.execute("SELECT 1 FROM events WHERE code = ? LIMIT 1", (code,)).fetchone() is None:
                return None
        return found

    def _digests(self, code: str) -> dict[int, bytes]:
        with self._reading(code):
            rows = self.execute("SELECT seat, hash, seal FROM secrets WHERE code = ?", (code,)).fetchall()
        for fault in filter(None, (secret_fault(code, *row) for row in rows)):
            raise self._damaged(code, fault)
        return {seat: bytes(digest) for seat, digest, _ in rows}

    @contextlib.contextmanager
    def _reading(self, code: str) -> Iterator[None]:
        """Report a table as damaged if the database cannot read it."""
        try:
            yield
        except Exception as error:
            if self.is_damage(error):
                raise self._damaged(code, str(error)) from None
            raise

    def _event(self, code: str, row: Sequence[Any]) -> Event:
        """Return the event of a row; an undamaged one of an unknown kind was written by another version."""
        try:
            data = json.loads(row[4])
            if row[5] is None or data["kind"] in EVENTS:
                return event_from_data(data)
        except (NonanteError, ValueError, KeyError, TypeError) as error:
            raise self._damaged(code, one_line(error)) from None
        raise HostError("newer-table", table=code)

    def _damaged(self, code: str, why: str) -> HostError:
        self._damage_met = time.monotonic()
        return HostError("damaged-table", table=code, why=why)

    # The thread.

    async def ask(self, work: Callable[[], T]) -> T:
        """Run a function in the writer's thread, in one transaction."""
        return await self._ask(work)

    async def _ask(self, work: Callable[[], T], code: str = "") -> T:
        job = Job(work, code, asyncio.get_running_loop())
        self._jobs.put(job)
        result: T = await job.done
        return result

    def _work(self) -> None:
        """Run in the writer's thread until told to stop."""
        stop = False
        while not stop:
            jobs = []
            job = self._jobs.get()
            while job is not None:
                jobs.append(job)
                if len(jobs) >= _BATCH or self._jobs.empty():
                    break
                job = self._jobs.get()
            stop = job is None
            if jobs:
                self.transact(jobs)
                self._tell(jobs)
        self.shut()

    @staticmethod
    def _tell(jobs: list[Job]) -> None:
        by_loop: dict[asyncio.AbstractEventLoop, list[Job]] = {}
        for job in jobs:
            by_loop.setdefault(job.loop, []).append(job)
        for loop, own in by_loop.items():
            if not loop.is_closed():
                loop.call_soon_threadsafe(_answer, own)


def _written(seq: int, entries: Sequence[Entry]) -> list[Row]:
    now = time.time()
    return [
        Row(seq + n, now, entry.seat, entry.key, json.dumps(event_to_data(entry.event), ensure_ascii=False))
        for n, entry in enumerate(entries, start=1)
    ]


class Job:
    """A job for the writer's thread, and the future that waits for it."""

    def __init__(self, work: Callable[[], Any], code: str, loop: asyncio.AbstractEventLoop) -> None:
        self.work = work
        self.code = code
        self.loop = loop
        self.done: asyncio.Future[Any] = loop.create_future()
        self.result: Any = None
        self.error: Exception | None = None

    def run(self, store: SqlStore) -> None:
        """Run the job; an error here is this job's only, an error of the commit is every job's."""
        store.execute("SAVEPOINT job")
        self.result, self.error = None, None
        try:
            self.result = self.work()
        except Exception as error:  # the thread must live on, whatever it was
            self.error = error
            store.execute("ROLLBACK TO job")
        store.execute("RELEASE job")


def _answer(jobs: list[Job]) -> None:
    for job in jobs:
        if job.done.done():
            continue
        if job.error is None:
            job.done.set_result(job.result)
        elif isinstance(job.error, Conflict):
            job.done.set_exception(job.error)
        elif isinstance(job.error, HostError):
            log.error("%s", job.error)
            job.done.set_exception(job.error)
        else:
            log.error("the store failed: %s", job.error)
            job.done.set_exception(HostError("storage"))
