"""Moving everything from one store to another, through a file of lines of JSON: one line a table."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Iterable

from ..messages import Struct, StructError, decoder, encode
from ..rules import Cause, NonanteError
from ..table import Table, event_from_data
from .errors import HostError
from .store import Conflict, Row, Store

FORMAT = "nonante-export-1"
UNREADABLE = (StructError, NonanteError, ValueError, UnicodeError)
"""What reading a line may raise."""


class Head(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: what this file is."""

    format: str


HEAD = encode(Head(FORMAT))


class KeptTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table: its entries and the digests of its seats' secrets, in hexadecimal."""

    code: str
    rows: list[Row]
    secrets: dict[str, str]


class KeptDay(Struct, frozen=True, forbid_unknown_fields=True):
    """A first try at a deal of the day."""

    date: str
    category: str
    table: str


async def lines_of(store: Store, damaged: Callable[[HostError], None]) -> AsyncIterator[bytes]:
    """Yield everything that a store keeps, line by line; what cannot be read is told, and left out."""
    yield HEAD
    for code in await store.codes():
        try:
            yield await line_of(store, code)
        except HostError as error:
            damaged(error)
    for day in await store.days():
        yield encode(KeptDay(*day))


async def line_of(store: Store, code: str) -> bytes:
    """Return everything about one table."""
    kept = await store.load(code)
    secrets = {str(seat): digest.hex() for seat, digest in kept.secrets.items()} if kept else {}
    return encode(KeptTable(code, await store.rows(code), secrets))


async def take_lines(store: Store, lines: Iterable[bytes]) -> tuple[int, int]:
    """Keep what another store wrote; return how many tables are new, and how many were there already.

    Every table is checked event by event before it is kept; what is there already stays as it is.
    """
    new = known = 0
    for number, line in enumerate(lines, start=1):
        try:
            if number == 1:
                check_head(line)
            elif (kept := read_line(line)) is None:
                await take_day(store, line)
            elif await take_table(store, kept):
                new += 1
            else:
                known += 1
        except UNREADABLE as error:
            raise HostError("import", line=number, why=Cause.of(error)) from None
    return new, known


def check_head(line: bytes) -> None:
    """Make sure that a file is one of ours."""
    if decoder(Head)(line).format != FORMAT:
        raise ValueError(f"not a file of the kind {FORMAT}")


def read_line(line: bytes) -> KeptTable | None:
    """Return the table of a line; None where it is about a day."""
    return decoder(KeptTable)(line) if b'"rows"' in line[:200] else None


async def take_day(store: Store, line: bytes) -> None:
    """Keep a first try at a deal of the day."""
    day = decoder(KeptDay)(line)
    await store.note_day(day.date, day.category, day.table)


async def take_table(store: Store, kept: KeptTable) -> bool:
    """Keep a table once it is checked event by event; tell whether it is new."""
    if [row.seq for row in kept.rows] != list(range(1, len(kept.rows) + 1)):
        raise ValueError("its entries are not numbered 1, 2, 3 …")
    Table.fold(event_from_data(json.loads(row.event)) for row in kept.rows)
    try:
        digests = {int(seat): bytes.fromhex(digest) for seat, digest in kept.secrets.items()}
        await store.restore(kept.code, kept.rows, digests)
    except Conflict:
        return False
    return True
