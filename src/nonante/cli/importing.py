"""``nonante import``: read what `nonante export` wrote into a database, which may be of another kind."""

from __future__ import annotations

import asyncio
from typing import IO

import click

from ..host import take_lines
from ..server import default_database, open_store


@click.command()
@click.option("--database", metavar="URL", help="sqlite:///PATH or postgresql://…; by default in your own data folder.")
@click.argument("file", type=click.File("rb"))
def command(database: str | None, file: IO[bytes]) -> None:
    """Read tables from FILE; those that are there already stay as they are."""
    new, known = asyncio.run(_read(database or default_database(), file))
    click.echo(f"{new} tables read, {known} were there already")


async def _read(url: str, file: IO[bytes]) -> tuple[int, int]:
    store = open_store(url)
    try:
        return await take_lines(store, file)
    finally:
        await store.close()
