"""The beginning of SQLite's write-ahead log, read as the description of SQLite's file format has it."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import IO, Final

_HEADER: Final = 32
_FRAME: Final = 24
_MAGIC: Final = (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")


def begins_damaged(log: Path) -> bool:
    """Tell whether a log is damaged so early that SQLite would read nothing of it, although commits are in it.

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
    """Return the checksum that a header or a frame ends with."""
    one, two = struct.unpack(">2I", place[24:32] if len(place) == _HEADER else place[16:24])
    return one, two


def _sums(before: tuple[int, int], header: bytes, data: bytes) -> tuple[int, int]:
    """Go on with a checksum."""
    one, two = before
    words = struct.unpack(f"{'>' if header[3] & 1 else '<'}{len(data) // 4}I", data)
    for first, second in zip(words[::2], words[1::2], strict=True):
        one = (one + first + two) & 0xFFFFFFFF
        two = (two + second + one) & 0xFFFFFFFF
    return one, two
