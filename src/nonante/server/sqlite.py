"""`SqliteStore`: everything in one file."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import struct
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Any, Final

from ..files import as_path
from .batches import BatchStore, Job
from .errors import ServerError
from .migrations import SQLITE, VERSION, steps_from

MEMORY: Final = ":memory:"


class SqliteStore(BatchStore):
    """One file, one connection, one thread that writes.

    WAL with ``synchronous=FULL``: a commit returns after the log is on the disk, so neither kill -9 nor a power cut
    loses what was acknowledged. `alone` refuses a file that another server holds.
    """

    shared = False

    def __init__(self, path: str | Path, alone: bool = False) -> None:
        self._hold = _hold(str(path)) if alone and str(path) != MEMORY else None
        try:
            self._connection = _open(str(path))
        except BaseException:
            if self._hold is not None:
                self._hold.close()
            raise
        self._expect_log()
        super().__init__()

    def execute(self, statement: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        """Run a statement."""
        return self._connection.execute(statement, values)

    def transact(self, jobs: list[Job]) -> None:
        """Do the jobs in one transaction."""
        try:
            self.execute("BEGIN IMMEDIATE")
            for job in jobs:
                job.run(self)
            self._note_commit()
            self.execute("COMMIT")
        except sqlite3.Error as error:
            if self._connection.in_transaction:
                self.execute("ROLLBACK")
            for job in jobs:
                job.error = error

    def shut(self) -> None:
        """Close the file."""
        with contextlib.suppress(sqlite3.Error):  # a full disk: the log stays, and is expected next time
            busy, *_ = self.execute("PRAGMA wal_checkpoint(FULL)").fetchone()
            if not busy:  # with another program, that is
                self._expect_no_log()
        self._connection.close()
        if self._hold is not None:
            self._hold.close()

    async def sound(self) -> list[str]:
        """Return what SQLite finds wrong with its file."""
        rows = await self._ask(lambda: self.execute("PRAGMA integrity_check").fetchall())
        return [str(line) for (line,) in rows if line != "ok"]

    def watch(self, changed: Callable[[str], None], signalled: Callable[[str], None]) -> None:
        """Watch nothing: nobody else writes here."""

    async def signal(self, text: str) -> None:
        """Tell nobody: there is no other process."""

    def _expect_log(self) -> None:
        """Note that the newest moves are in the log from here on; not before there is one, or a kill is misread."""
        if self._hold is not None and not self._hold.tell():
            self._hold.write(b"a server runs, or ended without closing\n")
            self._hold.flush()

    def _note_commit(self) -> None:
        """Leave the time of the newest move beside the file, before the log has it: who empties the log is later."""
        if self._hold is not None:
            with contextlib.suppress(OSError):
                os.utime(self._hold.name)

    def _expect_no_log(self) -> None:
        """Note that everything is in the file; before SQLite removes the log, or a kill is misread."""
        if self._hold is not None:
            self._hold.truncate(0)


def _hold(path: str) -> IO[bytes]:
    """Hold a file beside the database, or say that another server does."""
    try:
        name = as_path(path)
        name.parent.mkdir(parents=True, exist_ok=True)
        file = name.with_name(name.name + "-serving").open("ab")
    except OSError as error:
        raise ServerError("database", name=path, why=str(error)) from None
    try:
        _lock(file)
    except OSError:
        file.close()
        why = "another server uses it; several need PostgreSQL, or one file each"
        raise ServerError("database", name=path, why=why) from None
    try:
        _check_log(name, os.fstat(file.fileno()).st_mtime_ns if file.tell() else None)
    except ServerError:
        file.close()
        raise
    return file


def _check_log(name: Path, last_commit: int | None) -> None:
    """Notice that the newest moves are missing: SQLite itself would go on without them, and say nothing.

    `last_commit` is when the last server, if it ended badly, wrote them. Another program that opened the database since
    (a look with `sqlite3`) may have moved them from the log into the file, rightly.
    """
    newest = name.with_name(name.name + "-wal")
    there = newest.is_file() and newest.stat().st_size > 0
    remedy = f"put it back from where it was, or remove {name.name}-serving to go on without those moves"
    if last_commit and not there and name.is_file() and name.stat().st_mtime_ns < last_commit:
        why = f"{newest.name}, which held the newest moves when the last server ended, is missing: {remedy}"
        raise ServerError("database", name=str(name), why=why)
    if there and not good_header(newest.read_bytes()[:32]):
        why = f"{newest.name}, which holds the newest moves, is damaged: {remedy}, and remove it too"
        raise ServerError("database", name=str(name), why=why)


def good_header(header: bytes) -> bool:
    """Tell whether a write-ahead log begins as SQLite writes it, with the right checksum."""
    if len(header) < 32 or header[:4] not in (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83"):
        return False
    order = ">" if header[3] & 1 else "<"
    one = two = 0
    words = struct.unpack(f"{order}6I", header[:24])
    for first, second in zip(words[::2], words[1::2], strict=True):
        one = (one + first + two) & 0xFFFFFFFF
        two = (two + second + one) & 0xFFFFFFFF
    return struct.unpack(">2I", header[24:32]) == (one, two)


def _lock(file: IO[bytes]) -> None:
    with contextlib.suppress(ImportError):
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return
    import msvcrt

    msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]


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
    """Set the durability, and bring the tables to the newest version."""
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("BEGIN IMMEDIATE")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version == 0:
        (others,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if others:
            raise sqlite3.DatabaseError("it belongs to another program")
    if version > VERSION:
        raise sqlite3.DatabaseError(f"its version is {version}, this program knows {VERSION}")
    for statement in steps_from(version, SQLITE):
        connection.execute(statement)
    connection.execute(f"PRAGMA user_version={VERSION}")
    connection.execute("COMMIT")
