"""``nonante prune``: forget tables where nothing happens any more."""

from __future__ import annotations

import asyncio
import sys
import time

import click

from ..host import DAY
from ..server import default_database, file_of, open_store
from .values import Finite


@click.command()
@click.option("--database", metavar="URL", help="sqlite:///PATH or postgresql://…; by default in your own data folder.")
@click.option("--days", required=True, type=Finite(0), help="Forget tables without an event for so long.")
@click.option("--yes", is_flag=True, help="Do not ask, even where games may be running or no table would be left.")
def command(database: str | None, days: float, yes: bool) -> None:
    """Forget tables where nothing has happened for a number of days. They are gone for good."""
    url = database or default_database()
    file_of(url)
    click.echo(f"{asyncio.run(_prune(url, time.time() - days * DAY, days < 1, yes))} tables forgotten")


async def _prune(url: str, before: float, recent: bool, yes: bool) -> int:
    store = open_store(url)
    try:
        old, tables = len(await store.older(before)), len(await store.codes())
        if not yes and old and (recent or old == tables):
            _ask(f"{old} of {tables} tables would be forgotten for good")
        return await store.forget(before)
    finally:
        await store.close()


def _ask(what: str) -> None:
    """Go on only if somebody says so."""
    if not sys.stdin.isatty():
        raise click.ClickException(f"{what}: add --yes if that is meant")
    if not click.confirm(f"{what}. Go on?"):
        raise click.ClickException("nothing was forgotten")
