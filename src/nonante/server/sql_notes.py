"""`SqlNotes`: what both databases keep beside the tables, each note once, in an order that all processes agree on."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from ..host import Note, Store

T = TypeVar("T")


class Cursor(Protocol):
    """The result of a statement."""

    def fetchone(self) -> Any:
        """Return the next row."""

    def fetchall(self) -> list[Any]:
        """Return all rows."""


class SqlNotes(Store):
    """The statements for notes; a subclass runs them in its thread."""

    def execute(self, statement: str, values: Sequence[Any] = ()) -> Cursor:
        """Run a statement with ``?`` for values."""
        raise NotImplementedError

    async def _ask(self, work: Callable[[], T], code: str = "") -> T:
        raise NotImplementedError

    async def _rows(self, query: str, *values: object) -> list[Any]:
        return await self._ask(lambda: self.execute(query, values).fetchall())

    def locked(self, owner: str) -> None:
        """Lock this owner's notes until the end of the transaction."""

    async def add_notes(self, owner: str, contents: Mapping[str, str], most: int | None = None) -> set[str]:
        """Store new notes of an owner; see `Store`."""
        return await self._ask(lambda: self._add_notes(owner, contents, most), owner)

    async def put_note(self, owner: str, key: str, content: str | None) -> bool:
        """Replace a note; see `Store`."""
        return await self._ask(lambda: self._put_note(owner, key, content), owner)

    async def notes(self, owner: str, after: int = 0, most: int | None = None) -> list[Note]:
        """Return the notes of an owner; see `Store`."""
        query = "SELECT number, at, key, content FROM notes WHERE owner = ? AND number > ? ORDER BY number"
        limit, values = ("", ()) if most is None else (" LIMIT ?", (most,))
        return [Note(*row) for row in await self._rows(query + limit, owner, after, *values)]

    async def owners(self) -> list[str]:
        """Return all owners of notes; see `Store`."""
        return [owner for (owner,) in await self._rows("SELECT DISTINCT owner FROM notes ORDER BY owner")]

    def _add_notes(self, owner: str, contents: Mapping[str, str], most: int | None) -> set[str]:
        self.locked(owner)
        known = {key for (key,) in self.execute("SELECT key FROM notes WHERE owner = ?", (owner,)).fetchall()}
        new = [key for key in contents if key not in known]
        for key in new:
            self._insert_note(owner, key, contents[key])
        if most is not None and len(known) + len(new) > most:
            newest = "SELECT number FROM notes WHERE owner = ? ORDER BY number DESC LIMIT ?"
            statement = f"DELETE FROM notes WHERE owner = ? AND number NOT IN ({newest})"  # noqa: S608 - our own
            self.execute(statement, (owner, owner, most))
        return set(new)

    def _put_note(self, owner: str, key: str, content: str | None) -> bool:
        self.locked(owner)
        where = "WHERE owner = ? AND key = ?"
        there = self.execute(f"SELECT 1 FROM notes {where}", (owner, key)).fetchone() is not None  # noqa: S608 - our own
        self.execute(f"DELETE FROM notes {where}", (owner, key))  # noqa: S608 - our own
        if content is not None:
            self._insert_note(owner, key, content)
        return there

    def _insert_note(self, owner: str, key: str, content: str) -> None:
        statement = "INSERT INTO notes (owner, key, at, content) VALUES (?, ?, ?, ?)"
        self.execute(statement, (owner, key, time.time(), content))
