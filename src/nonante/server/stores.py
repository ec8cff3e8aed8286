"""Which store a URL names: SQLite or PostgreSQL."""

from __future__ import annotations

from pathlib import Path

from ..files import as_path
from ..host import Store
from .errors import ServerError


def open_store(url: str) -> Store:
    """Open the store that a URL names, to serve from it or to change it; an SQLite file that is missing is made.

    ``sqlite:///nonante.db`` is a file, ``sqlite:///:memory:`` keeps nothing, ``postgresql://…`` is a server's.
    """
    from .postgres import PostgresStore
    from .sqlite import SqliteStore

    path = _path_of(url)
    return PostgresStore(url) if path is None else SqliteStore(path, "alone")


def open_snapshot(url: str) -> Store:
    """Open what a store holds at this moment, to read it, also while a server uses it; nothing is made or changed."""
    from .postgres import PostgresStore
    from .sqlite import SqliteStore

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
    from .postgres import SCHEMES

    scheme, separator, path = url.partition("://")
    if scheme in SCHEMES and separator:
        return None
    if scheme != "sqlite" or not separator or not path.startswith("/") or path == "/":
        raise ServerError("database", name=hidden(url), why="write sqlite:///PATH or postgresql://…")
    return path[1:]


def hidden(url: str) -> str:
    """Return a URL without its password."""
    before, at, after = url.rpartition("@")
    scheme, slashes, who = before.partition("://")
    return f"{scheme}{slashes}{who.partition(':')[0]}:…{at}{after}" if at and ":" in who else url
