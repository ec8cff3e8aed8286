"""`SqliteStore`: everything in one file."""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, Final, Literal

from ..files import as_path
from .durability import CommitCount, acknowledged, begins_damaged, fault_of, missing_commits, secret_fault
from .errors import ServerError
from .migrations import SQLITE, VERSION, steps_from
from .sql_store import Job, SqlStore, closed_on_failure

log = logging.getLogger("nonante.server")
MEMORY: Final = ":memory:"
PATIENCE: Final = 10.0  # seconds that a start waits for the check of all checksums, which then continues
DAMAGE: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class SqliteStore(SqlStore):
    """One file, one connection, one thread that writes.

    WAL with ``synchronous=FULL``: a commit returns after the log is on the disk, so neither kill -9 nor a power cut
    loses what was acknowledged. A server is `alone`: it refuses a file that another one holds, that lacks what was
    acknowledged, or whose pages are damaged. With `copy` the store is over a private copy of the file as it is at this
    moment, also while a server writes to it.
    """

    def __init__(self, path: str | Path, use: Literal["alone", "copy", "any"] = "any") -> None:
        self._acknowledged: CommitCount | None = None
        self._damaged_tables = 0
        if str(path) == MEMORY:
            self._connection = _open(MEMORY)
        elif use == "alone":
            self._serve_from(as_path(str(path)))
        else:
            self._connection = (_copy if use == "copy" else _open)(as_path(str(path)))
        super().__init__()

    def _serve_from(self, file: Path) -> None:
        self._acknowledged = CommitCount(file)
        with closed_on_failure(self._acknowledged):
            check_commits(file)
            self._connection = _open(file)
            with closed_on_failure(self._connection):
                self._examine(file)
        self._acknowledged.begin(_commits(self._connection))

    def _examine(self, file: Path) -> None:
        """Refuse damaged pages; report tables whose rows do not match their checksums, and use the others."""
        faults = _page_faults(self._connection)
        if faults:
            why = f"it is damaged ({faults[0]}). Restore a backup, or export what can be read and import it elsewhere"
            raise ServerError("database", name=str(file), why=why)
        thread = threading.Thread(target=self._compare_checksums, args=(file,), name="nonante-checksums", daemon=True)
        thread.start()
        thread.join(PATIENCE)

    def _compare_checksums(self, file: Path) -> None:
        try:
            with closing(look_into(file)) as connection:
                for code, fault in _table_faults(connection):
                    self._damaged_tables += 1
                    log.error("table %s is damaged: %s", code, fault)
        except sqlite3.Error as error:
            self._damaged_tables += 1
            log.error("the database is damaged: %s", error)

    def execute(self, statement: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        """Run a statement with ``?`` for values."""
        return self._connection.execute(statement, values)

    def transact(self, jobs: list[Job]) -> None:
        """Run the jobs in one transaction, and count its commit if it changed anything."""
        try:
            self.execute("BEGIN IMMEDIATE")
            before = self._connection.total_changes
            for job in jobs:
                job.run(self)
            changed = self._connection.total_changes != before
            if changed:
                self.execute("UPDATE commits SET number = number + 1")
            self.execute("COMMIT")
        except sqlite3.Error as error:
            if self._connection.in_transaction:
                self.execute("ROLLBACK")
            for job in jobs:
                job.error = error
            return
        if changed and self._acknowledged:
            self._acknowledged.count()

    def shut(self) -> None:
        """Close the file."""
        with contextlib.suppress(sqlite3.Error):  # a full disk: the log stays, and is expected next time
            busy, *_ = self.execute("PRAGMA wal_checkpoint(FULL)").fetchone()
            if self._acknowledged and not busy:  # with another program, that is
                self._acknowledged.clear()
        self._connection.close()
        if self._acknowledged:
            self._acknowledged.close()

    async def sound(self) -> list[str]:
        """Return the faults that SQLite reports."""
        return await self._ask(lambda: _page_faults(self._connection))

    def damage(self) -> str | None:
        """Report damage; damage found at start-up stays reported."""
        return f"{self._damaged_tables} tables are damaged" if self._damaged_tables else super().damage()

    def is_damage(self, error: Exception) -> bool:
        """Tell whether an error means that a page is unreadable or contains invalid text."""
        number = getattr(error, "sqlite_errorcode", None)
        return (number is not None and number & 0xFF in DAMAGE) or "decode" in str(error)


def check_commits(file: Path) -> None:
    """Refuse a file that lacks acknowledged commits, and leave its log untouched for a repair."""
    expected = acknowledged(file)
    if not expected:
        return
    if not file.is_file() or begins_damaged(file.with_name(file.name + "-wal")):
        raise missing_commits(file)
    try:
        with closing(look_into(file)) as connection:
            number = _commits(connection)
    except sqlite3.Error as error:
        raise ServerError("database", name=str(file), why=str(error)) from None
    if number < expected:
        raise missing_commits(file)


def _commits(connection: sqlite3.Connection) -> int:
    try:
        row = connection.execute("SELECT number FROM commits").fetchone()
    except sqlite3.OperationalError as error:
        if "no such table" not in str(error):
            raise
        return 0  # of an older version, or a file with nothing in it
    return int(row[0]) if row else 0


def _page_faults(connection: sqlite3.Connection) -> list[str]:
    """Return the faults that SQLite finds in its pages."""
    try:
        lines = [str(line) for (line,) in connection.execute("PRAGMA integrity_check").fetchall()]
    except sqlite3.Error as error:
        lines = [str(error)]
    return [line for line in lines if line != "ok"]


def _table_faults(connection: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    """Yield the tables whose rows do not match their checksums, with what is wrong."""
    events = connection.execute("SELECT code, seq, at, seat, key, event, seal FROM events ORDER BY code, seq")
    for code, rows in groupby(events, itemgetter(0)):
        fault = fault_of(code, (row[1:] for row in rows))
        if fault:
            yield code, fault
    for code, *secret in connection.execute("SELECT code, seat, hash, seal FROM secrets"):
        fault = secret_fault(code, *secret)
        if fault:
            yield code, fault


def look_into(file: Path) -> sqlite3.Connection:
    """Open a file without changing it; closing it does not change the log either."""
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None, timeout=5)


def _copy(file: Path) -> sqlite3.Connection:
    """Copy a file into one that is deleted with the connection, and upgrade the copy's schema."""
    copy = sqlite3.connect("", isolation_level=None, check_same_thread=False)
    try:
        with closed_on_failure(copy), closing(look_into(file)) as source:
            source.backup(copy)
            _prepare(copy)
    except sqlite3.Error as error:
        raise ServerError("database", name=str(file), why=str(error)) from None
    return copy


def _open(file: Path | str) -> sqlite3.Connection:
    try:
        if isinstance(file, Path):
            file.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(file, isolation_level=None, check_same_thread=False, timeout=5)
        with closed_on_failure(connection):
            _prepare(connection)
    except (sqlite3.Error, OSError) as error:
        raise ServerError("database", name=str(file), why=str(error)) from None
    return connection


def _prepare(connection: sqlite3.Connection) -> None:
    """Set the durability, and upgrade the schema."""
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
