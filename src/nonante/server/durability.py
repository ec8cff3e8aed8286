"""What a database must still hold: a checksum of each row, and for SQLite the number of acknowledged commits.

SQLite reads its write-ahead log up to the first damaged page and goes on without the rest. So every commit has a
number, kept in the database and, once it is durable and before anybody hears of it, in a file beside it: a database
that is behind it has lost something. A checksum is that of a row and the one before, in its column `seal`.
"""

from __future__ import annotations

import contextlib
import struct
import zlib
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import IO, Any, Final

from .errors import ServerError

SIZE: Final = 8  # bytes: against accidents, not against people who can write to the database anyway


def _checksum(before: bytes | None, *values: object) -> bytes:
    """Return the checksum of a row, given that of the row before."""
    text = "\0".join(map(str, values))
    return blake2b((before or b"") + text.encode("utf-8", "surrogatepass"), digest_size=SIZE).digest()


def event_checksum(before: bytes | None, code: str, row: Sequence[Any]) -> bytes:
    """Return the checksum of an event's row: seq, at, seat, key, event."""
    seq, at, *rest = row
    return _checksum(before, code, seq, float(at) if isinstance(at, int) else at, *rest)


def secret_checksum(code: str, seat: int, digest: bytes) -> bytes:
    """Return the checksum of a seat's secret."""
    return _checksum(None, code, seat, digest.hex() if isinstance(digest, bytes) else digest)


def fault_of(code: str, rows: Iterable[Sequence[Any]], after: int = 0, before: bytes | None = None) -> str | None:
    """Say what is wrong with a table's rows after the first `after`, each with its checksum last; None when nothing is.

    Rows of older versions have no checksum.
    """
    for number, (*row, kept) in enumerate(rows, start=after + 1):
        if row[0] != number:
            return f"event {number} is missing"
        if kept is not None and kept != event_checksum(before, code, row):
            return f"event {number} is damaged"
        before = kept
    return None


def secret_fault(code: str, seat: int, digest: bytes, kept: bytes | None) -> str | None:
    """Return what is wrong with a seat's secret, or None."""
    return None if kept in (None, secret_checksum(code, seat, digest)) else f"the secret of seat {seat} is damaged"


_OLD: Final = b"a server runs"  # what earlier versions wrote: that there is a log, not how much is in it


class CommitCount:
    """The number of the last commit that was acknowledged. It is empty while everything is in the database's file.

    It is not synced: it outlives kill -9, and after a power cut it may be behind, which claims too little.
    """

    def __init__(self, database: Path) -> None:
        self._file = _hold(database)
        self._number = 0

    def begin(self, number: int) -> None:
        """Start from the commit number of the database."""
        self._number = number
        self._note()

    def count(self) -> None:
        """Count a durable commit."""
        self._number += 1
        self._note()

    def _note(self) -> None:
        text = b"%020d" % self._number
        with contextlib.suppress(OSError):  # a full disk: it claims less than is so
            self._file.seek(0)
            self._file.write(text + b" " + _check(text) + b"\n")

    def clear(self) -> None:
        """Note that the database's file is complete, before SQLite removes the log."""
        self._file.truncate(0)

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()


def commits_file(database: Path) -> Path:
    """Return the file beside a database that contains its commit number."""
    return database.with_name(database.name + "-serving")


def acknowledged(database: Path) -> int:
    """Return the number of the commit that a database must have reached."""
    path = commits_file(database)
    text = path.read_bytes() if path.is_file() else b""
    if not text or text.startswith(_OLD):
        return 0
    number, _, check = text.strip().partition(b" ")
    if check != _check(number):
        why = f"{path.name} is damaged; remove it if nothing else is"
        raise ServerError("database", name=str(database), why=why)
    return int(number)


def missing_commits(database: Path) -> ServerError:
    """Return the error for missing acknowledged moves."""
    log = database.with_name(database.name + "-wal")
    state = "damaged" if log.is_file() and log.stat().st_size else "missing"
    why = (
        f"acknowledged moves are not in it: {log.name}, which held the newest, is {state}, or it is an older copy. "
        f"Put the right files back, or remove {commits_file(database).name} to go on without those moves"
    )
    return ServerError("database", name=str(database), why=why)


def _check(number: bytes) -> bytes:
    return b"%08x" % zlib.crc32(number)


def _hold(database: Path) -> IO[bytes]:
    """Lock the file beside a database; raise if a server holds it."""
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
        path = commits_file(database)
        path.touch()
        file = path.open("r+b", buffering=0)
    except OSError as error:
        raise ServerError("database", name=str(database), why=str(error)) from None
    try:
        _lock(file)
    except OSError:
        file.close()
        why = "a running server uses it: stop that server, use another file, or use PostgreSQL"
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


_HEADER: Final = 32
_FRAME: Final = 24
_MAGIC: Final = (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")


def begins_damaged(log: Path) -> bool:
    """Tell whether a log with commits is damaged so early that SQLite would read nothing of it.

    Then the file alone decides, and a server that was killed while it moved pages from the log into the file has left
    some there and not others: its number of commits says nothing. A log that was just begun has no commit yet, and of
    its only one a power cut may have left a part.
    """
    if not log.is_file():
        return False
    with log.open("rb") as file:
        header = file.read(_HEADER)
        return bool(header) and (not _good(header) or _loses_commits(file, header))


def _good(header: bytes) -> bool:
    return len(header) == _HEADER and header[:4] in _MAGIC and _sums((0, 0), header, header[:24]) == _kept(header)


def _loses_commits(file: IO[bytes], header: bytes) -> bool:
    """Tell whether the first commit cannot be read, and is not the only one."""
    size, salts, sums = int.from_bytes(header[8:12], "big"), header[16:24], _kept(header)
    commits, readable = 0, None
    while len(frame := file.read(_FRAME + size)) == _FRAME + size:
        ours, commit = frame[8:16] == salts, frame[4:8] != b"\0\0\0\0"
        commits += ours and commit
        if readable is None:  # the first commit is not over
            sums = _sums(_sums(sums, header, frame[:8]), header, frame[_FRAME:])
            if not ours or sums != _kept(frame):
                readable = False
            elif commit:
                return False
    return readable is False and commits > 1


def _kept(place: bytes) -> tuple[int, int]:
    """Return the checksum at the end of a header or a frame."""
    one, two = struct.unpack(">2I", place[24:32] if len(place) == _HEADER else place[16:24])
    return one, two


def _sums(before: tuple[int, int], header: bytes, data: bytes) -> tuple[int, int]:
    """Continue a checksum over more bytes."""
    one, two = before
    words = struct.unpack(f"{'>' if header[3] & 1 else '<'}{len(data) // 4}I", data)
    for first, second in zip(words[::2], words[1::2], strict=True):
        one = (one + first + two) & 0xFFFFFFFF
        two = (two + second + one) & 0xFFFFFFFF
    return one, two
