"""What a host asks of a database: an append-only log for each table, and a little more; and all of it as a file.

The file has lines of JSON, one line a table: what one store exports, another one imports.
"""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from ..messages import FileHead, Struct, StructError, decoder, encode, file_format
from ..rules import Cause, NonanteError
from ..table import Event, Slow, Table, event_from_data
from .access import Digests
from .errors import HostError

DAY = 86_400.0  # seconds
UNTIL = "until"
"""The key of a note that says until when its owner is not to be forgotten, whatever happens: seconds since 1970."""


class Conflict(Exception):
    """Another process appended to this table first."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """Whom a slow game waits for from now on; a store that can tell them remembers it together with the event."""

    seats: tuple[int, ...] = ()
    """People; none: it waits for nobody, or for a computer player."""
    computer: bool = False
    slow: Slow | None = None
    here: frozenset[int] = frozenset()
    """Who of them is connected just now."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One event to keep, the command it came from, and the secrets of all seats where it changes them."""

    event: Event
    seat: int | None = None
    key: str | None = None
    secrets: Digests | None = None
    waiting: Waiting | None = None
    """Where a slow game waits for somebody else after this event."""


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


class Note(NamedTuple):
    """Something kept beside the tables: what belongs to one owner, such as a crew, each under its key."""

    number: int
    """Later ones of an owner have higher numbers; none is given twice."""
    at: float
    """Seconds since 1970."""
    key: str
    content: str
    """JSON."""


class Store(Protocol):
    """The interface between hosts and a store. Entries are never lost once `append` has returned.

    The methods that have a body here suit a store that only one process uses.
    """

    shared: bool = False
    """Whether several processes may serve from this store."""

    async def append(self, code: str, seq: int, entries: Sequence[Entry]) -> None:
        """Append entries to a table with `seq` entries, all or none; raise Conflict if it has another number."""

    async def load(self, code: str, after: int = 0) -> Log | None:
        """Return the table's log, or None if there is no such table; `after` skips its first entries.

        A damaged table is refused as damaged, never treated as missing or shortened.
        """

    async def secrets(self, code: str) -> dict[int, bytes] | None:
        """Return only the digests of a table's seats, or None if there is no such table."""
        stored = await self.load(code)
        return None if stored is None else stored.secrets

    async def length(self, code: str) -> int:
        """Return the number of entries in a table's log; 0 if there is no such table."""

    async def codes(self) -> list[str]:
        """Return the codes of all tables."""

    async def size(self) -> int:
        """Return a cheap estimate of the number of tables; it may be slightly too high."""
        return len(await self.codes())

    async def rows(self, code: str) -> list[Row]:
        """Return a table's stored entries with their times."""

    async def restore(self, code: str, rows: Sequence[Row], secrets: Mapping[int, bytes]) -> None:
        """Store a table exported from another store; raise Conflict if its code exists."""

    def watch(self, changed: Callable[[str], None], signalled: Callable[[str], None]) -> None:
        """Report the tables other processes append to, and their signals, to this event loop; called once."""
        del changed, signalled

    async def signal(self, text: str) -> None:
        """Send something that need not be stored to the other processes."""
        del text

    async def waiting(self) -> list[str]:
        """Return the codes of the slow games that wait for somebody."""
        return []

    async def waiting_since(self, codes: Sequence[str]) -> dict[str, float]:
        """Return since when each slow game has waited for its current seats, in seconds since 1970."""
        del codes
        return {}

    async def note_day(self, date: str, category: str, code: str) -> None:
        """Note that a table was opened for a first attempt at a deal of the day."""

    async def lengths_of_day(self, date: str, category: str) -> dict[str, int]:
        """Return the tables noted for a deal of the day, oldest first, with the lengths of their logs."""
        return {code: await self.length(code) for *day, code in await self.days() if day == [date, category]}

    async def days(self) -> list[tuple[str, str, str]]:
        """Return date, category and table of all first attempts at deals of the day, oldest first."""

    async def keep_review(self, key: str, review: str) -> None:
        """Store the review of a finished game under its key; only the newest reviews are kept."""

    async def review_of(self, key: str) -> str | None:
        """Return the review stored under a key, or None."""

    async def add_notes(self, owner: str, contents: Mapping[str, str], most: int | None = None) -> set[str]:
        """Store the notes that are new; return their keys. Beyond `most`, the oldest ones are deleted."""
        del owner, contents, most
        raise HostError("no-notes")

    async def put_note(self, owner: str, key: str, content: str | None) -> bool:
        """Replace a note, or (None) delete it; tell whether there was one."""
        del owner, key, content
        raise HostError("no-notes")

    async def notes(self, owner: str, after: int = 0, most: int | None = None) -> list[Note]:
        """Return at most `most` notes of an owner, oldest first; `after` skips those up to a number."""
        del owner, after, most
        return []

    async def owners(self) -> list[str]:
        """Return all owners of notes."""
        return []

    async def older(self, before: float) -> list[str]:
        """Return the codes of tables whose last event is older."""
        del before
        return []

    async def forget(self, before: float) -> int:
        """Delete tables whose last event is older, and owners whose last note is; return the number of tables."""
        del before
        return 0

    async def sound(self) -> list[str]:
        """Return the faults that the database itself reports."""
        return []

    async def touch(self) -> None:
        """Write and read a test value, to see whether the store works."""
        return

    def damage(self) -> str | None:
        """Report damage found at start-up or recently; None if there is none."""
        return None

    async def close(self) -> None:
        """Finish pending work and close."""
        return


async def forget(store: Store, days: float, now: float | None = None) -> int:
    """Forget tables where nothing has happened for so many days; return how many."""
    return await store.forget((time.time() if now is None else now) - days * DAY)


KIND = "export"
UNREADABLE = (StructError, NonanteError, ValueError, UnicodeError)
"""What reading a line may raise."""


class ExportedTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table: its entries and the digests of its seats' secrets, in hexadecimal."""

    code: str
    rows: list[Row]
    secrets: dict[str, str]


class ExportedDay(Struct, frozen=True, forbid_unknown_fields=True):
    """A first try at a deal of the day."""

    date: str
    category: str
    table: str


class ExportedNote(Struct, frozen=True, forbid_unknown_fields=True):
    """Something kept beside the tables."""

    owner: str
    note: str
    """Its key."""
    content: str


async def export_lines(store: Store, damaged: Callable[[HostError], None]) -> AsyncIterator[bytes]:
    """Yield everything in a store, line by line; what cannot be read is told, and left out."""
    yield encode(FileHead(file_format(KIND)))
    for code in await store.codes():
        try:
            yield await _table_line(store, code)
        except HostError as error:
            damaged(error)
    for day in await store.days():
        yield encode(ExportedDay(*day))
    for owner in await store.owners():
        for note in await store.notes(owner):
            yield encode(ExportedNote(owner, note.key, note.content))


async def _table_line(store: Store, code: str) -> bytes:
    stored = await store.load(code)
    secrets = {str(seat): digest.hex() for seat, digest in stored.secrets.items()} if stored else {}
    return encode(ExportedTable(code, await store.rows(code), secrets))


async def import_lines(store: Store, lines: Iterable[bytes]) -> tuple[int, int]:
    """Store what another store wrote; return how many tables are new, and how many were there already.

    Every table is checked event by event before it is stored; what is there already stays as it is.
    """
    found: list[bool] = []

    async def take(table: ExportedTable) -> None:
        found.append(await import_table(store, table))

    for number, line in enumerate(lines, start=1):
        await import_line(store, number, line, take)
    return found.count(True), found.count(False)


async def import_line(store: Store, number: int, line: bytes, take: Callable[[ExportedTable], Awaitable[None]]) -> None:
    """Check the first line; of the others, store days and notes, and let `take` do what is to be done with tables."""
    try:
        if number == 1:
            check_head(line)
        elif b'"rows"' in line[:200]:
            await take(decoder(ExportedTable)(line))
        elif line.startswith(b'{"owner"'):
            note = decoder(ExportedNote)(line)
            await store.add_notes(note.owner, {note.note: note.content})
        else:
            day = decoder(ExportedDay)(line)
            await store.note_day(day.date, day.category, day.table)
    except UNREADABLE as error:
        raise HostError("import", line=number, why=Cause.of(error)) from None


def check_head(line: bytes) -> None:
    """Refuse a file that is no export of a store."""
    if not decoder(FileHead)(line).names(KIND):
        raise ValueError(f"not a file of the kind {file_format(KIND)}")


async def import_table(store: Store, table: ExportedTable) -> bool:
    """Store a table once it is checked event by event; tell whether it is new."""
    if [row.seq for row in table.rows] != list(range(1, len(table.rows) + 1)):
        raise ValueError("its entries are not numbered 1, 2, 3 …")
    Table.fold(event_from_data(json.loads(row.event)) for row in table.rows)
    try:
        digests = {int(seat): bytes.fromhex(digest) for seat, digest in table.secrets.items()}
        await store.restore(table.code, table.rows, digests)
    except Conflict:
        return False
    return True
