"""Seals: each kept row carries a short hash of itself and of the row before, so that damage cannot pass for a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Any, Final

SIZE: Final = 8  # bytes: against accidents, not against people who can write to the database anyway


def _seal(before: bytes | None, *values: object) -> bytes:
    """Return the seal of a row, given that of the row before."""
    text = "\0".join(map(str, values))
    return blake2b((before or b"") + text.encode("utf-8", "surrogatepass"), digest_size=SIZE).digest()


def seal_event(before: bytes | None, code: str, row: Sequence[Any]) -> bytes:
    """Return the seal of an event's row: seq, at, seat, key, event."""
    seq, at, *rest = row
    return _seal(before, code, seq, float(at) if isinstance(at, int) else at, *rest)


def seal_secret(code: str, seat: int, digest: bytes) -> bytes:
    """Return the seal of a seat's secret."""
    return _seal(None, code, seat, digest.hex() if isinstance(digest, bytes) else digest)


def fault_of(code: str, rows: Iterable[Sequence[Any]], after: int = 0, before: bytes | None = None) -> str | None:
    """Say what is wrong with a table's rows after the first `after`, each with its seal last; None when nothing is.

    Rows of older versions have no seal.
    """
    for number, (*row, kept) in enumerate(rows, start=after + 1):
        if row[0] != number:
            return f"event {number} is missing"
        if kept is not None and kept != seal_event(before, code, row):
            return f"event {number} is damaged"
        before = kept
    return None


def secret_fault(code: str, seat: int, digest: bytes, kept: bytes | None) -> str | None:
    """Say what is wrong with a seat's secret; None when nothing is."""
    return None if kept in (None, seal_secret(code, seat, digest)) else f"the secret of seat {seat} is damaged"
