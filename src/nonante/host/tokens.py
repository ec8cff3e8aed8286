"""Secrets of seats: made once, kept as digests, and following people who change seats."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence

from ..table import Configured, Left, Seated, Step, Table

Digests = tuple[bytes | None, ...]


def new_token() -> str:
    """Return a new secret of 128 bits."""
    return secrets.token_hex(16)


def digest_of(token: str) -> bytes:
    """Return what is kept of a secret."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


def seat_of(token: str, digests: Sequence[bytes | None] | Mapping[int, bytes]) -> int | None:
    """Return the seat that a secret opens."""
    digest = digest_of(token)
    for seat, kept in digests.items() if isinstance(digests, Mapping) else enumerate(digests):
        if kept is not None and secrets.compare_digest(kept, digest):
            return seat
    return None


def digests_after(table: Table, step: Step, digests: Digests, token: str | None) -> Digests | None:
    """Return whose secret is whose after a step that seats, unseats or moves people; else None.

    `token` is the new secret of a person who sits down.
    """
    match step.event:
        case Seated(seat):
            return (*digests[:seat], digest_of(token) if token else None, *digests[seat + 1 :])
        case Left(seat):
            return (*digests[:seat], None, *digests[seat + 1 :])
        case Configured():
            after = step.table
            moved: list[bytes | None] = [None] * len(after.seats)
            for old, new in places(table, after).items():
                moved[new] = digests[old]
            return tuple(moved)
    return None


def places(before: Table, after: Table) -> dict[int, int]:
    """Return where those who sat before sit after a change of seats."""
    if len(after.seats) < len(before.seats):
        seated = [seat for seat, there in enumerate(before.seats) if there]
        return {old: new for new, old in enumerate(seated)}
    return {seat: seat for seat, there in enumerate(before.seats) if there and after.seats[seat]}
