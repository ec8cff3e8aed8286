"""Everything in one store, to another store: a file of lines of JSON, one line a table."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable

from ..messages import FileHead, Struct, StructError, decoder, encode, file_format
from ..rules import Cause, NonanteError
from ..table import Table, event_from_data
from .errors import HostError
from .store import Conflict, Row, Store

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
    """Check the first line; of the others, store the days, and let `take` do what is to be done with tables."""
    try:
        if number == 1:
            check_head(line)
        elif b'"rows"' in line[:200]:
            await take(decoder(ExportedTable)(line))
        else:
            day = decoder(ExportedDay)(line)
            await store.note_day(day.date, day.category, day.table)
    except UNREADABLE as error:
        raise HostError("import", line=number, why=Cause.of(error)) from None


def check_head(line: bytes) -> None:
    """Make sure that a file is one of ours."""
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
