"""``nonante players``: the levels, one line each."""

from __future__ import annotations

import click

from ..players import find, levels
from ..texts import LANGUAGES, Texts, language_of_system


@click.command()
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language; by default that of the system.")
def command(lang: str | None) -> None:
    """List the computer players."""
    text = Texts(lang or language_of_system(), "common", "program")
    for level in levels():
        key = f"level.{level}.line"
        click.echo(f"{level:<9} {text(key) if key in text else find(level).summary}".rstrip())
