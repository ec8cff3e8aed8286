"""`Receipt`: a file beside an SQLite database, held by its one server, that says how much has been acknowledged.

SQLite reads its write-ahead log up to the first damaged page and goes on without the rest. So every commit has a
number, kept in the database and, once it is durable and before anybody hears of it, here: a database that is behind its
receipt has lost something.
"""

from __future__ import annotations

import contextlib
import zlib
from pathlib import Path
from typing import IO, Final

from .errors import ServerError

_OLD: Final = b"a server runs"  # what earlier versions wrote: that there is a log, not how much is in it


class Receipt:
    """The number of the last commit that was acknowledged. It is empty while everything is in the database's file.

    It is not synced: it outlives kill -9, and after a power cut it may be behind, which claims too little.
    """

    def __init__(self, database: Path) -> None:
        self._file = _hold(database)
        self._number = 0

    def begin(self, number: int) -> None:
        """Go on from a number that the database has reached."""
        self._number = number
        self._note()

    def count(self) -> None:
        """Note that another commit is durable."""
        self._number += 1
        self._note()

    def _note(self) -> None:
        text = b"%020d" % self._number
        with contextlib.suppress(OSError):  # a full disk: it claims less than is so
            self._file.seek(0)
            self._file.write(text + b" " + _check(text) + b"\n")

    def clear(self) -> None:
        """Note that everything is in the database's file; before SQLite removes the log."""
        self._file.truncate(0)

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()


def receipt_of(database: Path) -> Path:
    """Return where the receipt of a database lies."""
    return database.with_name(database.name + "-serving")


def acknowledged(database: Path) -> int:
    """Return the number of the commit that a database must have reached."""
    path = receipt_of(database)
    text = path.read_bytes() if path.is_file() else b""
    if not text or text.startswith(_OLD):
        return 0
    number, _, check = text.strip().partition(b" ")
    if check != _check(number):
        why = f"{path.name} is damaged; remove it if nothing else is"
        raise ServerError("database", name=str(database), why=why)
    return int(number)


def missing_commits(database: Path) -> ServerError:
    """Say that acknowledged moves are not there."""
    log = database.with_name(database.name + "-wal")
    state = "damaged" if log.is_file() and log.stat().st_size else "missing"
    why = (
        f"acknowledged moves are not in it: {log.name}, which held the newest, is {state}, or it is an older copy. "
        f"Put the right files back, or remove {receipt_of(database).name} to go on without those moves"
    )
    return ServerError("database", name=str(database), why=why)


def _check(number: bytes) -> bytes:
    return b"%08x" % zlib.crc32(number)


def _hold(database: Path) -> IO[bytes]:
    """Hold the file beside a database, or say that another server does."""
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
        path = receipt_of(database)
        path.touch()
        file = path.open("r+b", buffering=0)
    except OSError as error:
        raise ServerError("database", name=str(database), why=str(error)) from None
    try:
        _lock(file)
    except OSError:
        file.close()
        why = "another server uses it; several need PostgreSQL, or one file each"
        raise ServerError("database", name=str(database), why=why) from None
    return file


def _lock(file: IO[bytes]) -> None:
    with contextlib.suppress(ImportError):
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return
    import msvcrt

    file.seek(1 << 20)  # far from what others may read
    msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
