"""Databases by their URL: opening one, copying it, and whether everything in it fits together."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

from ..files import as_path
from ..host import State, Store
from ..rules import NonanteError, one_line
from .errors import ServerError
from .postgres import SCHEMES, PostgresStore, hidden
from .sqlite import SqliteStore, check_commits, look_into


def open_store(url: str) -> Store:
    """Open the store at a URL, to serve from it or to change it; a missing SQLite file is created.

    ``sqlite:///nonante.db`` is a file, ``sqlite:///:memory:`` keeps nothing, ``postgresql://…`` is a server's.
    """
    path = _path_of(url)
    return PostgresStore(url) if path is None else SqliteStore(path, "alone")


def open_snapshot(url: str) -> Store:
    """Open a snapshot of a store for reading, even while a server uses it; creates and changes nothing."""
    file = file_of(url)
    return PostgresStore(url, snapshot=True) if file is None else SqliteStore(file, "copy")


def file_of(url: str) -> Path | None:
    """Return the SQLite file that a URL names, which must be there; None where it names a PostgreSQL."""
    path = _path_of(url)
    if path is None:
        return None
    file = as_path(path)
    if not file.is_file():
        raise ServerError("database", name=str(file), why="there is no such file")
    return file


def _path_of(url: str) -> str | None:
    scheme, separator, path = url.partition("://")
    if scheme in SCHEMES and separator:
        return None
    if scheme != "sqlite" or not separator or not path.startswith("/") or path == "/":
        raise ServerError("database", name=hidden(url), why="write sqlite:///PATH or postgresql://…")
    return path[1:]


def back_up(url: str, target: Path) -> int:
    """Copy a SQLite database while a server uses it; return its size. PostgreSQL has pg_dump for that."""
    file = file_of(url)
    if file is None:
        raise ServerError(
            "database", name=hidden(url), why="only an SQLite file is copied so; for PostgreSQL use pg_dump"
        )
    if target.exists():
        raise ServerError("database", name=str(target), why="it exists already")
    check_commits(file)
    try:
        with closing(look_into(file)) as source, closing(sqlite3.connect(target)) as copy:
            source.backup(copy)
    except sqlite3.Error as error:
        target.unlink(missing_ok=True)
        raise ServerError("database", name=str(file), why=str(error)) from None
    return target.stat().st_size


def missing(url: str) -> list[str]:
    """Return one line if an SQLite file lacks acknowledged commits."""
    file = file_of(url)
    try:
        if file:
            check_commits(file)
    except ServerError as error:
        return [str(error)]
    return []


async def faults(store: Store) -> AsyncIterator[str]:
    """Yield the faults of a store's tables, one line each, reading every log from its first event."""
    for code in await store.codes():
        try:
            rows = await store.rows(code)
            if [row.seq for row in rows] != list(range(1, len(rows) + 1)):
                yield f"{code}: its events are not numbered 1, 2, 3 …"
                continue
            kept = await store.load(code)
            state = None if kept is None else await asyncio.to_thread(State.of, kept)
        except (NonanteError, json.JSONDecodeError, KeyError, TypeError, ValueError) as error:
            yield f"{code}: {one_line(error)}"
            continue
        people = set(state.table.people) if state else set()
        secrets = set(kept.secrets) if kept else set()
        if people != secrets:
            yield f"{code}: people at {sorted(people)}, secrets for {sorted(secrets)}"
