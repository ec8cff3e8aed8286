"""Where events are kept: an append-only log for each table, behind a small protocol; here in SQLite."""

from __future__ import annotations

import asyncio
import json
import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

from ..files import as_path
from ..table import Event, event_from_data, event_to_data
from .errors import ServerError
from .tokens import Digests

T = TypeVar("T")
log = logging.getLogger("nonante.server")

VERSION: Final = 1
MEMORY: Final = ":memory:"
_BATCH: Final = 512  # appends that share one commit, so that a burst cannot make the first one wait for ever

_SCHEMA: Final = (
    """
CREATE TABLE events (
    code TEXT NOT NULL,      -- the table
    seq INTEGER NOT NULL,    -- 1, 2, 3 … within the table
    at REAL NOT NULL,        -- seconds since 1970
    seat INTEGER,            -- whose command it was, and the command's key, so that it has one effect
    key TEXT,
    event TEXT NOT NULL,     -- JSON
    PRIMARY KEY (code, seq)
) WITHOUT ROWID
""",
    """
CREATE TABLE secrets (
    code TEXT NOT NULL,
    seat INTEGER NOT NULL,
    hash BLOB NOT NULL,      -- SHA-256 of the seat's token; the token itself is not kept
    PRIMARY KEY (code, seat)
) WITHOUT ROWID
""",
)


# Made where they are missing, so that a database from before goes on working.
_LATER: Final = (
    """
CREATE TABLE IF NOT EXISTS days (
    date TEXT NOT NULL,      -- a deal of the day
    category TEXT NOT NULL,
    code TEXT NOT NULL,      -- a table whose first game is a first try at it
    PRIMARY KEY (date, category, code)
)
""",
)


class Conflict(Exception):
    """Somebody else appended to this table first."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One event to keep, the command it came from, and the secrets of all seats where it changes them."""

    event: Event
    seat: int | None = None
    key: str | None = None
    secrets: Digests | None = None


@dataclass(frozen=True, slots=True)
class Log:
    """Everything kept about one table."""

    entries: tuple[Entry, ...]
    secrets: dict[int, bytes]

    @property
    def events(self) -> list[Event]:
        """The events alone, oldest first."""
        return [entry.event for entry in self.entries]


class Store(Protocol):
    """What the server asks of a store. What `append` returned from is never lost."""

    async def append(self, code: str, seq: int, entries: Sequence[Entry]) -> None:
        """Keep entries after the table's first `seq`, all or none; raise Conflict when it has another number."""

    async def load(self, code: str) -> Log | None:
        """Return the table's log, or None when there is no such table."""

    async def note_day(self, date: str, category: str, code: str) -> None:
        """Keep that a table was opened for a first try at a deal of the day."""

    async def codes_of_day(self, date: str, category: str) -> list[str]:
        """Return the tables noted for a deal of the day, the first ones first."""

    async def close(self) -> None:
        """Finish what was begun and let go."""


class SqliteStore:
    """One file, one connection, one thread that writes.

    WAL with ``synchronous=FULL``: a commit returns after the log is on the disk, so neither kill -9 nor a power cut
    loses what was acknowledged. Appends that wait together are committed together.
    """

    def __init__(self, path: str | Path) -> None:
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._connection = _open(str(path))
        self._thread = threading.Thread(target=self._work, name="nonante-store", daemon=True)
        self._thread.start()

    async def append(self, code: str, seq: int, entries: Sequence[Entry]) -> None:
        """Keep entries; see `Store`."""
        now = time.time()
        rows = [
            (code, seq + n, now, entry.seat, entry.key, json.dumps(event_to_data(entry.event), ensure_ascii=False))
            for n, entry in enumerate(entries, start=1)
        ]
        secrets = next((entry.secrets for entry in reversed(entries) if entry.secrets is not None), None)
        await self._ask(lambda db: _append(db, code, seq, rows, secrets))

    async def load(self, code: str) -> Log | None:
        """Return the table's log; see `Store`."""
        return await self._ask(lambda db: _load(db, code))

    async def note_day(self, date: str, category: str, code: str) -> None:
        """Keep a first try at a deal of the day; see `Store`."""
        row = (date, category, code)
        await self._ask(lambda db: db.execute("INSERT OR IGNORE INTO days VALUES (?, ?, ?)", row) and None)

    async def codes_of_day(self, date: str, category: str) -> list[str]:
        """Return the tables of a deal of the day; see `Store`."""
        query = "SELECT code FROM days WHERE date = ? AND category = ? ORDER BY rowid"
        rows = await self._ask(lambda db: db.execute(query, (date, category)).fetchall())
        return [code for (code,) in rows]

    async def close(self) -> None:
        """Write what is queued, then close the file."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    async def _ask(self, work: Callable[[sqlite3.Connection], T]) -> T:
        job = _Job(work, asyncio.get_running_loop())
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
                self._transact(jobs)
        self._connection.close()

    def _transact(self, jobs: list[_Job]) -> None:
        """Do the jobs in one transaction; nobody hears of success before the commit."""
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            for job in jobs:
                job.run(self._connection)
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            for job in jobs:
                job.error = error
        by_loop: dict[asyncio.AbstractEventLoop, list[_Job]] = {}
        for job in jobs:
            by_loop.setdefault(job.loop, []).append(job)
        for loop, own in by_loop.items():
            if not loop.is_closed():
                loop.call_soon_threadsafe(_answer, own)


class _Job:
    """One thing to do in the writer's thread, and the future that waits for it."""

    def __init__(self, work: Callable[[sqlite3.Connection], Any], loop: asyncio.AbstractEventLoop) -> None:
        self.work = work
        self.loop = loop
        self.done: asyncio.Future[Any] = loop.create_future()
        self.result: Any = None
        self.error: Exception | None = None

    def run(self, connection: sqlite3.Connection) -> None:
        """Do it; what goes wrong here is this job's alone, what goes wrong at the commit is everybody's."""
        connection.execute("SAVEPOINT job")
        try:
            self.result = self.work(connection)
        except Exception as error:  # the thread must live on, whatever it was
            self.error = error
            connection.execute("ROLLBACK TO job")
        connection.execute("RELEASE job")


def _answer(jobs: list[_Job]) -> None:
    for job in jobs:
        if job.done.done():
            continue
        if job.error is None:
            job.done.set_result(job.result)
        elif isinstance(job.error, Conflict):
            job.done.set_exception(job.error)
        else:
            log.error("the store failed: %s", job.error)
            job.done.set_exception(ServerError("storage"))


def _open(path: str) -> sqlite3.Connection:
    try:
        name = path if path == MEMORY else str(as_path(path))
        if path != MEMORY:
            Path(name).parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(name, isolation_level=None, check_same_thread=False, timeout=5)
        try:
            _prepare(connection)
        except BaseException:
            connection.close()
            raise
    except (sqlite3.Error, OSError) as error:
        raise ServerError("database", name=path, why=str(error)) from None
    return connection


def _prepare(connection: sqlite3.Connection) -> None:
    """Set the durability, and make the tables or check their version."""
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("BEGIN IMMEDIATE")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version == 0:
        (others,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if others:
            raise sqlite3.DatabaseError("it belongs to another program")
        for statement in _SCHEMA:
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version={VERSION}")
    elif version != VERSION:
        raise sqlite3.DatabaseError(f"its version is {version}, this program knows {VERSION}")
    for statement in _LATER:
        connection.execute(statement)
    connection.execute("COMMIT")


def _append(
    connection: sqlite3.Connection, code: str, seq: int, rows: Sequence[tuple[Any, ...]], secrets: Digests | None
) -> None:
    (last,) = connection.execute("SELECT coalesce(max(seq), 0) FROM events WHERE code = ?", (code,)).fetchone()
    if last != seq:
        raise Conflict(code)
    connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", rows)
    if secrets is not None:
        connection.execute("DELETE FROM secrets WHERE code = ?", (code,))
        kept = [(code, seat, digest) for seat, digest in enumerate(secrets) if digest is not None]
        connection.executemany("INSERT INTO secrets VALUES (?, ?, ?)", kept)


def _load(connection: sqlite3.Connection, code: str) -> Log | None:
    rows = connection.execute("SELECT event, seat, key FROM events WHERE code = ? ORDER BY seq", (code,)).fetchall()
    if not rows:
        return None
    entries = tuple(Entry(event_from_data(json.loads(event)), seat, key) for event, seat, key in rows)
    secrets = connection.execute("SELECT seat, hash FROM secrets WHERE code = ?", (code,)).fetchall()
    return Log(entries, dict(secrets))


def open_store(url: str) -> SqliteStore:
    """Open the store that a URL such as ``sqlite:///nonante.db`` names; ``sqlite:///:memory:`` keeps nothing."""
    scheme, separator, path = url.partition(":///")
    if scheme != "sqlite" or not separator or not path:
        raise ServerError("database", name=url, why="write sqlite:///PATH")
    return SqliteStore(path)
