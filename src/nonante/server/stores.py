"""Which store a URL names: SQLite or PostgreSQL."""

from __future__ import annotations

from ..host.store import Store
from .errors import ServerError


def open_store(url: str) -> Store:
    """Open the store that a URL names.

    ``sqlite:///nonante.db`` is a file, ``sqlite:///:memory:`` keeps nothing, ``postgresql://…`` is a server's.
    """
    from .postgres import SCHEMES, PostgresStore
    from .sqlite import SqliteStore

    scheme, separator, path = url.partition("://")
    if scheme in SCHEMES:
        return PostgresStore(url)
    if scheme != "sqlite" or not separator or not path.startswith("/") or path == "/":
        raise ServerError("database", name=hidden(url), why="write sqlite:///PATH or postgresql://…")
    return SqliteStore(path[1:], "alone")


def hidden(url: str) -> str:
    """Return a URL without its password."""
    before, at, after = url.rpartition("@")
    scheme, slashes, who = before.partition("://")
    return f"{scheme}{slashes}{who.partition(':')[0]}:…{at}{after}" if at and ":" in who else url
