"""What an operator does with a database, such as ``nonante backup``, ``prune``, ``export`` and ``human-games``."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import IO

import click

from ..host import DAY, HostError, ResearchGame, Store, all_research_games, export_lines, import_lines
from ..server import back_up, default_database, faults, file_of, missing, open_snapshot, open_store
from .options import Finite, counted

_database = click.option(
    "--database",
    "url",
    metavar="URL",
    callback=lambda _context, _option, url: url or default_database(),
    help="sqlite:///PATH or postgresql://…; by default in your data folder.",
)


@asynccontextmanager
async def _closing(store: Store) -> AsyncIterator[Store]:
    """Close a store at the end of the block."""
    try:
        yield store
    finally:
        await store.close()


@click.command()
@_database
@click.argument("file", type=click.Path(path_type=Path))
def backup_command(url: str, file: Path) -> None:
    """Copy an SQLite database to FILE, even while a server uses it."""
    click.echo(f"{back_up(url, file)} bytes")


@click.command()
@_database
def check_command(url: str) -> None:
    """Check a database and print each fault on a line; exit code 1 if there are any. Works while a server uses it."""
    sys.exit(asyncio.run(_check(url)))


async def _check(url: str) -> int:
    lost = missing(url)
    async with _closing(open_snapshot(url)) as store:
        found = lost + await store.sound()
        found += [fault async for fault in faults(store)]
        tables = len(await store.codes())
    for fault in found:
        click.echo(fault)
    click.echo(f"{counted(tables, 'table')}, {counted(len(found), 'fault')}")
    return 1 if found else 0


@click.command()
@_database
@click.option("--days", required=True, type=Finite(0), help="Delete tables that have been inactive for this many days.")
@click.option("--yes", is_flag=True, help="Do not ask, even if games may be running or no table would be left.")
def prune_command(url: str, days: float, yes: bool) -> None:
    """Delete tables that have been inactive for a number of days. This cannot be undone."""
    file_of(url)
    click.echo(f"{counted(asyncio.run(_prune(url, days, yes)), 'table')} deleted")


async def _prune(url: str, days: float, yes: bool) -> int:
    before = time.time() - days * DAY
    async with _closing(open_store(url)) as store:
        old, tables = len(await store.older(before)), len(await store.codes())
        if not yes and old and (days < 1 or old == tables):
            _ask(f"{old} of {counted(tables, 'table')} would be deleted for good")
        return await store.forget(before)


def _ask(what: str) -> None:
    """Continue only if the user confirms."""
    if not sys.stdin.isatty():
        raise click.ClickException(f"{what}: add --yes to confirm")
    if not click.confirm(f"{what}. Continue?"):
        raise click.ClickException("nothing was deleted")


@click.command()
@_database
@click.argument("file", type=click.File("wb", lazy=True))
def export_command(url: str, file: IO[bytes]) -> None:
    """Export all tables of a database to FILE (- for standard output), for `nonante import`.

    Works while a server uses it. Damaged tables are named and left out, with exit code 1.
    """
    damaged: list[HostError] = []
    tables = asyncio.run(_write(url, file, damaged))
    for error in damaged:
        click.echo(f"nonante: {error}", err=True)
    click.echo(counted(tables - len(damaged), "table"), err=True)
    sys.exit(1 if damaged else 0)


async def _write(url: str, file: IO[bytes], damaged: list[HostError]) -> int:
    """Write all tables; return their number, and add unreadable ones to `damaged`."""
    async with _closing(open_snapshot(url)) as store:
        async for line in export_lines(store, damaged.append):
            file.write(line + b"\n")
        return len(await store.codes())


@click.command()
@_database
@click.argument("file")
def human_games_command(url: str, file: str) -> None:
    """Write the games that people gave to research to FILE (.parquet, .jsonl or .csv), one row per turn.

    The columns are those of `nonante dataset`; nothing in them names a person, a table or a time. Works while a server
    uses the database. Damaged tables are named and left out, with exit code 1.
    """
    from ..simulation import check_rows_file, rows_of, write_rows

    check_rows_file(file)
    damaged: list[HostError] = []
    found = asyncio.run(_research(url, damaged))
    found.sort(key=lambda one: (one.record.dealt.seed, one.team, one.record.moves()))  # in no order that tells a time
    rows = [row for game, one in enumerate(found) for row in rows_of(one.record, team=one.team, game=game)]
    for error in damaged:
        click.echo(f"nonante: {error}", err=True)
    if not rows:
        raise click.ClickException("there are no games that everybody at the table gave to research")
    write_rows(file, rows)
    click.echo(f"{file}: {counted(len(found), 'game')}, {counted(len(rows), 'turn')}")
    sys.exit(1 if damaged else 0)


async def _research(url: str, damaged: list[HostError]) -> list[ResearchGame]:
    async with _closing(open_snapshot(url)) as store:
        return [game async for game in all_research_games(store, damaged.append)]


@click.command()
@_database
@click.argument("file", type=click.File("rb"))
def import_command(url: str, file: IO[bytes]) -> None:
    """Import tables from a FILE written by `nonante export`. Existing tables are left unchanged."""
    new, known = asyncio.run(_read(url, file))
    click.echo(f"{counted(new, 'table')} imported, {known} already existed")


async def _read(url: str, file: IO[bytes]) -> tuple[int, int]:
    async with _closing(open_store(url)) as store:
        return await import_lines(store, file)
