"""What an operator does with a database: copy it, look whether it is sound, forget old tables."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

from ..host import State, Store
from ..rules import NonanteError
from .errors import ServerError
from .sqlite import check_receipt, look_into
from .stores import file_of, hidden


def back_up(url: str, target: Path) -> int:
    """Copy a SQLite database while a server uses it; return its size. PostgreSQL has pg_dump for that."""
    file = file_of(url)
    if file is None:
        raise ServerError(
            "database", name=hidden(url), why="only an SQLite file is copied so; for PostgreSQL use pg_dump"
        )
    if target.exists():
        raise ServerError("database", name=str(target), why="it exists already")
    check_receipt(file)
    try:
        with closing(look_into(file)) as source, closing(sqlite3.connect(target)) as copy:
            source.backup(copy)
    except sqlite3.Error as error:
        target.unlink(missing_ok=True)
        raise ServerError("database", name=str(file), why=str(error)) from None
    return target.stat().st_size


def missing(url: str) -> list[str]:
    """Return one line where an SQLite file lacks what a server has acknowledged."""
    file = file_of(url)
    try:
        if file:
            check_receipt(file)
    except ServerError as error:
        return [str(error)]
    return []


async def faults(store: Store) -> AsyncIterator[str]:
    """Yield what is wrong with the tables of a store, one line each: every log is read from its first event."""
    for code in await store.codes():
        try:
            rows = await store.rows(code)
            if [row.seq for row in rows] != list(range(1, len(rows) + 1)):
                yield f"{code}: its events are not numbered 1, 2, 3 …"
                continue
            kept = await store.load(code)
            state = None if kept is None else await asyncio.to_thread(State.of, kept)
        except (NonanteError, json.JSONDecodeError, KeyError, TypeError, ValueError) as error:
            yield f"{code}: {' '.join(str(error).split())[:200]}"
            continue
        people = {seat for seat, who in enumerate(state.table.seats) if who and not who.level} if state else set()
        secrets = set(kept.secrets) if kept else set()
        if people != secrets:
            yield f"{code}: people at {sorted(people)}, secrets for {sorted(secrets)}"
