"""``nonante prune``: forget tables where nothing happens any more."""

from __future__ import annotations

import asyncio

import click

from ..host.store import forget
from ..server.running import default_database
from ..server.stores import open_store


@click.command()
@click.option("--database", metavar="URL", help="sqlite:///PATH or postgresql://…; by default in your own data folder.")
@click.option("--days", required=True, type=click.FloatRange(0), help="Forget tables without an event for so long.")
def command(database: str | None, days: float) -> None:
    """Forget tables where nothing has happened for a number of days. They are gone for good."""
    click.echo(f"{asyncio.run(_prune(database or default_database(), days))} tables forgotten")


async def _prune(url: str, days: float) -> int:
    store = open_store(url)
    try:
        return await forget(store, days)
    finally:
        await store.close()
