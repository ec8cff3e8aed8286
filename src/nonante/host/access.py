"""Access to tables: codes, secrets of seats, and callers, whose wrong codes are counted."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ..table import Configured, Event, Left, Seated, Step, Swapped, Table
from .errors import HostError
from .limits import Bucket, Rate

# --- codes of tables ------------------------------------------------------------------------------------------------

LETTERS: Final = "BCDFGHJKMNPQRTVWXZ"  # no vowels, so no words; nothing that looks like a digit
SHORTEST, LONGEST = 6, 16
GUESSING: Final = 1000
"""So many networks guess all day long, each as fast as it may …"""
ODDS: Final = 0.01
"""… and that is their chance to find any table in that day."""
_DAY: Final = 86_400


def new_code(length: int = SHORTEST) -> str:
    """Return a code for a link: easy to read out; longer ones are harder to guess."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def tidy_code(code: str) -> str | None:
    """Return the code as it is stored, or None when it cannot be one."""
    upper = code.upper()
    return upper if SHORTEST <= len(upper) <= LONGEST and set(upper) <= set(LETTERS) else None


def fitting_length(tables: int, misses: Rate) -> int:
    """Return how many letters keep so many tables from being guessed, where each network may miss so often.

    >>> [fitting_length(tables, Rate(1, 30)) for tables in (1, 2_000, 1_000_000)]
    [8, 11, 13]
    """
    guesses = GUESSING * (misses.a_second * _DAY + misses.at_once)
    lengths = range(SHORTEST, LONGEST)
    return next((length for length in lengths if guesses * tables <= ODDS * len(LETTERS) ** length), LONGEST)


# --- secrets of seats -----------------------------------------------------------------------------------------------

Digests = tuple[bytes | None, ...]


def new_token() -> str:
    """Return a new secret of 128 bits."""
    return secrets.token_hex(16)


def digest_of(token: str) -> bytes:
    """Return what is stored of a secret."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


def seat_of(token: str, digests: Sequence[bytes | None] | Mapping[int, bytes]) -> int | None:
    """Return the seat that a secret opens."""
    digest = digest_of(token)
    for seat, stored in digests.items() if isinstance(digests, Mapping) else enumerate(digests):
        if stored is not None and secrets.compare_digest(stored, digest):
            return seat
    return None


def require_seat(token: str, digests: Sequence[bytes | None] | Mapping[int, bytes]) -> int:
    """Return the seat that a secret opens, or refuse it."""
    seat = seat_of(token, digests)
    if seat is None:
        raise HostError("token")
    return seat


def digests_after(table: Table, step: Step, digests: Digests, token: str | None) -> Digests | None:
    """Return whose secret is whose after a step that seats, unseats or moves people; else None.

    `token` is the new secret of a person who sits down.
    """
    match step.event:
        case Seated(seat):
            return (*digests[:seat], digest_of(token) if token else None, *digests[seat + 1 :])
        case Left(seat):
            return (*digests[:seat], None, *digests[seat + 1 :])
        case Configured() | Swapped():
            after = step.table
            moved: list[bytes | None] = [None] * len(after.seats)
            for old, new in places(table, after, step.event).items():
                moved[new] = digests[old]
            return tuple(moved)
    return None


def places(before: Table, after: Table, event: Event) -> dict[int, int]:
    """Return the new seat of everybody who sat at the table before a change of seats."""
    if isinstance(event, Swapped):
        to = {event.seat: event.other, event.other: event.seat}
        return {seat: to.get(seat, seat) for seat, there in enumerate(before.seats) if there}
    if len(after.seats) < len(before.seats):
        seated = [seat for seat, there in enumerate(before.seats) if there]
        return {old: new for new, old in enumerate(seated)}
    stay = [(there, after.seats[seat]) for seat, there in enumerate(before.seats)]
    return {seat: seat for seat, (there, now) in enumerate(stay) if there and now and there.level == now.level}


# --- callers --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks: the secret of their seat, if any, and what their network may still try."""

    misses: Bucket | None = None
    """Codes of no table; None: nothing is counted."""
    lookups: Bucket | None = None
    """Tables that are only in the store."""
    address: str = ""
    """Their network, for what is shared out among several."""
    token: str | None = None
    """The secret of a seat: who has one goes to their table whatever others of their network have tried."""

    @property
    def home(self) -> bool:
        """Whether all tables are theirs, as in a page that keeps them itself."""
        return self.misses is None

    @property
    def guessed(self) -> bool:
        """Whether so many wrong codes came from there that right and wrong ones are answered alike."""
        return self.misses is not None and self.misses.empty

    def missed(self) -> None:
        """Count the code of no table."""
        if self.misses is not None:
            self.misses.take()

    def refused(self) -> None:
        """Count a try beyond the allowance: while somebody goes on guessing, nothing is answered at all."""
        if self.misses is not None and self.misses.empty:
            self.misses.drain()

    def may_wake(self) -> bool:
        """Tell whether they may ask for one more table that is only in the store."""
        return self.lookups is None or self.lookups.take()

    def at_home(self) -> Caller:
        """Return the caller without rate limits, for a table that they were let in to."""
        return Caller(address=self.address)

    def holding(self, token: str | None) -> Caller:
        """Return the same with the secret of a seat."""
        return replace(self, token=token)


AT_HOME: Final = Caller()
"""Whoever keeps the tables."""
