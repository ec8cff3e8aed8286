"""`PostgresStore`: the same contract in a database that any number of processes share (extra ``[postgres]``)."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from ..host import Conflict
from ..rules import one_line
from .errors import ServerError
from .migrations import POSTGRES, VERSION, steps_from
from .sql_store import Cursor, Job, SqlStore, closed_on_failure

if TYPE_CHECKING:
    import psycopg

log = logging.getLogger("nonante.server")
SCHEMES: Final = ("postgresql", "postgres")
CHANGED: Final = "nonante_changed"
SIGNALLED: Final = "nonante_signalled"
LOCK: Final = 0x6E6F6E616E7465  # "nonante": one process at a time brings the tables up to date
PATIENCE: Final = 20.0  # seconds a database may be gone before what waits for it is refused
LOOK: Final = 0.2  # seconds between tries, and between looks whether to stop


class PostgresStore(SqlStore):
    """One connection that writes in batches, one that listens to the other processes.

    An event is appended only if its number is the next: the primary key decides between two who try at once. When the
    database goes away, what waits is tried again until it is back; an append whose fate is unknown becomes a conflict.
    """

    shared = True
    order = "number"
    skip_held = " FOR UPDATE SKIP LOCKED"

    def __init__(self, url: str, snapshot: bool = False) -> None:
        self._url = url
        self._snapshot = snapshot
        self._me = secrets.token_hex(4)
        self._stop = threading.Event()
        self._listener: threading.Thread | None = None
        self._connection = _open(url, _look if snapshot else _migrate)
        super().__init__()

    def execute(self, statement: str, values: Sequence[Any] = ()) -> Cursor:
        """Run a statement with ``?`` for values; a row that already exists raises a conflict."""
        import psycopg

        try:
            return self._connection.execute(_translated(statement), values)
        except psycopg.errors.UniqueViolation as error:
            raise Conflict(str(error)) from None

    def transact(self, jobs: list[Job]) -> None:
        """Run the jobs in one transaction, and retry until the database is available."""
        import psycopg

        jobs.sort(key=lambda job: job.code)  # all processes take tables in one order, so none waits for another in turn
        until = time.monotonic() + PATIENCE
        while True:
            try:
                with self._connection.transaction():
                    for job in jobs:
                        job.run(self)
                return
            except psycopg.Error as error:
                if time.monotonic() > until or not _passing(error) or self._snapshot:
                    for job in jobs:
                        job.error = error
                    return
                self._reconnect()

    def _reconnect(self) -> None:
        time.sleep(LOOK)  # even if the connection is still open: an immediate retry would fail again
        if not self._connection.closed and not self._connection.broken:
            return
        with contextlib.suppress(ServerError):
            self._connection = _open(self._url, _migrate)

    def is_damage(self, error: Exception) -> bool:
        """Tell whether PostgreSQL reports damaged files."""
        import psycopg

        return isinstance(error, psycopg.errors.DataCorrupted | psycopg.errors.IndexCorrupted)

    def shut(self) -> None:
        """Close both connections."""
        self._stop.set()
        if self._listener:
            self._listener.join()
        self._connection.close()

    # The other processes.

    def appended(self, code: str, seq: int) -> None:
        """Notify the other processes at the commit."""
        del seq
        self.execute("SELECT pg_notify(?, ?)", (CHANGED, f"{self._me} {code}"))

    def locked(self, owner: str) -> None:
        """Take the owner's lock, so that numbers become visible in order."""
        self.execute("SELECT pg_advisory_xact_lock(hashtext(?))", (owner,))

    async def signal(self, text: str) -> None:
        """Send a notification to the other processes."""
        payload = f"{self._me} {text}"
        await self._ask(lambda: self.execute("SELECT pg_notify(?, ?)", (SIGNALLED, payload)) and None)

    def watch(self, changed: Callable[[str], None], signalled: Callable[[str], None]) -> None:
        """Listen for notifications, in a separate thread."""
        loop = asyncio.get_running_loop()

        def tell(channel: str, payload: str) -> None:
            sender, _, text = payload.partition(" ")
            if sender != self._me and not loop.is_closed():
                loop.call_soon_threadsafe(changed if channel == CHANGED else signalled, text)

        self._listener = threading.Thread(target=self._listen, args=(tell,), name="nonante-listener", daemon=True)
        self._listener.start()

    def _listen(self, tell: Callable[[str, str], None]) -> None:
        import psycopg

        while not self._stop.is_set():
            try:
                with psycopg.connect(self._url, autocommit=True) as connection:
                    for channel in (CHANGED, SIGNALLED):
                        connection.execute(f"LISTEN {channel}")
                    tell(CHANGED, "- ")  # notifications may have been missed meanwhile
                    while not self._stop.is_set():
                        for news in connection.notifies(timeout=LOOK):
                            tell(news.channel, news.payload)
            except (psycopg.Error, OSError) as error:  # the latter where no descriptor is left
                log.warning("the database cannot be listened to: %s", one_line(error))
                self._stop.wait(LOOK)


def _passing(error: psycopg.Error) -> bool:
    """Tell whether a retry may work: the database went away, or there was a deadlock."""
    import psycopg

    return isinstance(error, psycopg.OperationalError | psycopg.InterfaceError)


def hidden(url: str) -> str:
    """Return a URL without its password."""
    before, at, after = url.rpartition("@")
    scheme, slashes, who = before.partition("://")
    return f"{scheme}{slashes}{who.partition(':')[0]}:…{at}{after}" if at and ":" in who else url


def _translated(statement: str) -> str:
    return statement.replace("?", "%s")


def _open(url: str, prepare: Callable[[psycopg.Connection[Any]], None]) -> psycopg.Connection[Any]:
    try:
        import psycopg
    except ImportError:
        why = "install the extra: pip install 'nonante[postgres]'"
        raise ServerError("database", name=hidden(url), why=why) from None
    try:
        connection = psycopg.connect(url, autocommit=True, connect_timeout=5)
        with closed_on_failure(connection):
            prepare(connection)
    except (psycopg.Error, OSError, UnicodeError) as error:
        raise ServerError("database", name=hidden(url), why=one_line(error)) from None
    return connection


def _look(connection: psycopg.Connection[Any]) -> None:
    """Read a snapshot of the database; an older schema is upgraded first."""
    import psycopg

    known = connection.execute("SELECT to_regclass('nonante_version')").fetchone()
    if known is None or known[0] is None:
        raise psycopg.DatabaseError("no server has kept tables in it")
    _migrate(connection)
    connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")


def _migrate(connection: psycopg.Connection[Any]) -> None:
    """Upgrade the schema; only one process does it."""
    import psycopg

    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
        connection.execute("CREATE TABLE IF NOT EXISTS nonante_version (version INTEGER NOT NULL)")
        row = connection.execute("SELECT max(version) FROM nonante_version").fetchone()
        version = (row[0] if row else None) or 0
        if version > VERSION:
            raise psycopg.DatabaseError(f"its version is {version}, this program knows {VERSION}")
        for statement in steps_from(version, POSTGRES):
            connection.execute(statement)
        if version < VERSION:
            connection.execute("INSERT INTO nonante_version VALUES (%s)", (VERSION,))
