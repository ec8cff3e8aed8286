"""``nonante export``: everything a database keeps, as a file that another one can read."""

from __future__ import annotations

import asyncio
from typing import IO

import click

from ..host.moving import lines_of
from ..server.running import default_database
from ..server.stores import open_store


@click.command()
@click.option("--database", metavar="URL", help="sqlite:///PATH or postgresql://…; by default in your own data folder.")
@click.argument("file", type=click.File("wb"))
def command(database: str | None, file: IO[bytes]) -> None:
    """Write all tables of a database into FILE (- is the screen), to be read by `nonante import`."""
    tables = asyncio.run(_write(database or default_database(), file))
    click.echo(f"{tables} tables", err=True)


async def _write(url: str, file: IO[bytes]) -> int:
    store = open_store(url)
    try:
        async for line in lines_of(store):
            file.write(line + b"\n")
        return len(await store.codes())
    finally:
        await store.close()
