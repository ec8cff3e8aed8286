"""What a host asks of a database: an append-only log for each table, and a little more."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from ..table import Event
from .access import Digests

DAY = 86_400.0  # seconds


class Conflict(Exception):
    """Somebody else appended to this table first."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One event to keep, the command it came from, and the secrets of all seats where it changes them."""

    event: Event
    seat: int | None = None
    key: str | None = None
    secrets: Digests | None = None


@dataclass(frozen=True, slots=True)
class Log:
    """Everything stored about one table."""

    entries: tuple[Entry, ...]
    secrets: dict[int, bytes]

    @property
    def events(self) -> list[Event]:
        """The events alone, oldest first."""
        return [entry.event for entry in self.entries]

    def digests(self, seats: int) -> Digests:
        """Return the digests of so many seats."""
        return tuple(self.secrets.get(seat) for seat in range(seats))


class Row(NamedTuple):
    """One entry as it is stored."""

    seq: int
    at: float
    """Seconds since 1970."""
    seat: int | None
    key: str | None
    event: str
    """JSON."""


class Store(Protocol):
    """What a host needs from a store. What `append` returned from is never lost."""

    async def append(self, code: str, seq: int, entries: Sequence[Entry]) -> None:
        """Keep entries after the table's first `seq`, all or none; raise Conflict when it has another number."""

    async def load(self, code: str, after: int = 0) -> Log | None:
        """Return the table's log, or None when there is no such table; `after` leaves its first entries out.

        One that is damaged is refused as such: it is neither missing nor shortened.
        """

    async def secrets(self, code: str) -> dict[int, bytes] | None:
        """Return the digests of a table's seats alone, or None when there is no such table."""

    async def length(self, code: str) -> int:
        """Return how many entries a table's log has; 0 when there is no such table."""

    async def codes(self) -> list[str]:
        """Return the codes of all tables."""

    async def size(self) -> int:
        """Return how many tables there are, or a few more: an estimate that costs little."""

    async def rows(self, code: str) -> list[Row]:
        """Return a table's entries as they are stored, with their times."""

    async def restore(self, code: str, rows: Sequence[Row], secrets: Mapping[int, bytes]) -> None:
        """Store a table that another store has exported; raise Conflict when there is one of that code."""

    def watch(self, changed: Callable[[str], None], signalled: Callable[[str], None]) -> None:
        """Say which tables others append to, and what they signal; called once, from the event loop to be told in."""

    async def signal(self, text: str) -> None:
        """Tell the other processes something that need not be stored."""

    @property
    def shared(self) -> bool:
        """Whether several processes may serve from this store."""

    async def note_day(self, date: str, category: str, code: str) -> None:
        """Keep that a table was opened for a first try at a deal of the day."""

    async def lengths_of_day(self, date: str, category: str) -> dict[str, int]:
        """Return the tables noted for a deal of the day, the first ones first, and the lengths of their logs."""

    async def days(self) -> list[tuple[str, str, str]]:
        """Return date, category and table of all first tries at deals of the day, the first ones first."""

    async def keep_review(self, key: str, review: str) -> None:
        """Keep the review of a finished game under its key, with the newest ones only."""

    async def review_of(self, key: str) -> str | None:
        """Return the review that is kept under a key, or None."""

    async def older(self, before: float) -> list[str]:
        """Return the codes of the tables whose last event is older."""

    async def forget(self, before: float) -> int:
        """Forget the tables whose last event is older; return how many."""

    async def sound(self) -> list[str]:
        """Return what the database itself says is wrong with it."""

    async def touch(self) -> None:
        """Write something that means nothing and read it back, to see whether it can."""

    def damage(self) -> str | None:
        """Say what was found damaged at the start or lately; None when nothing was."""

    async def close(self) -> None:
        """Finish what was begun and let go."""


async def forget(store: Store, days: float, now: float | None = None) -> int:
    """Forget tables where nothing has happened for so many days; return how many."""
    return await store.forget((time.time() if now is None else now) - days * DAY)
