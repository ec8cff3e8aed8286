"""``nonante check``: whether a database is sound, every table read from its first event."""

from __future__ import annotations

import asyncio
import sys

import click

from ..server import default_database, faults, missing, open_snapshot


@click.command()
@click.option("--database", metavar="URL", help="sqlite:///PATH or postgresql://…; by default in your own data folder.")
def command(database: str | None) -> None:
    """Say what is wrong with a database, one line each; exit code 1 when anything is. A server may go on using it."""
    sys.exit(asyncio.run(_check(database or default_database())))


async def _check(url: str) -> int:
    lost = missing(url)
    store = open_snapshot(url)
    try:
        found = lost + await store.sound()
        found += [fault async for fault in faults(store)]
        tables = len(await store.codes())
    finally:
        await store.close()
    for fault in found:
        click.echo(fault)
    click.echo(f"{tables} tables, {len(found)} faults")
    return 1 if found else 0
