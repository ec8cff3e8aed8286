"""``nonante export``: everything a database keeps, as a file that another one can read."""

from __future__ import annotations

import asyncio
import sys
from typing import IO

import click

from ..host import HostError, lines_of
from ..server import default_database, open_snapshot


@click.command()
@click.option("--database", metavar="URL", help="sqlite:///PATH or postgresql://…; by default in your own data folder.")
@click.argument("file", type=click.File("wb", lazy=True))
def command(database: str | None, file: IO[bytes]) -> None:
    """Write all tables of a database, as it is at this moment, into FILE (- is the screen), for `nonante import`.

    A server may go on using it. Damaged tables are named and left out; the exit code is 1 then.
    """
    damaged: list[HostError] = []
    tables = asyncio.run(_write(database or default_database(), file, damaged))
    for error in damaged:
        click.echo(f"nonante: {error}", err=True)
    click.echo(f"{tables - len(damaged)} tables", err=True)
    sys.exit(1 if damaged else 0)


async def _write(url: str, file: IO[bytes], damaged: list[HostError]) -> int:
    store = open_snapshot(url)
    try:
        async for line in lines_of(store, damaged.append):
            file.write(line + b"\n")
        return len(await store.codes())
    finally:
        await store.close()
