"""``nonante backup``: a copy of the database, also while a server uses it."""

from __future__ import annotations

from pathlib import Path

import click

from ..server import back_up, default_database


@click.command()
@click.option("--database", metavar="URL", help="sqlite:///PATH; by default in your own data folder.")
@click.argument("file", type=click.Path(path_type=Path))
def command(database: str | None, file: Path) -> None:
    """Copy an SQLite database into FILE."""
    click.echo(f"{back_up(database or default_database(), file)} bytes")
