"""Checksums: each kept row has, in its column `seal`, a hash of itself and of the row before, so that damage shows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Any, Final

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
    """Say what is wrong with a seat's secret; None when nothing is."""
    return None if kept in (None, secret_checksum(code, seat, digest)) else f"the secret of seat {seat} is damaged"
