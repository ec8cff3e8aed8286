"""What there is to read: ``nonante players`` and ``nonante rules``."""

from __future__ import annotations

import click

from ..players import find, levels
from ..texts import Texts, rules_text
from .options import language_option


@click.command()
@language_option
def players_command(lang: str) -> None:
    """List the computer players."""
    text = Texts(lang, "common", "program")
    for level in levels():
        key = f"level.{level}.line"
        click.echo(f"{level:<9} {text(key) if key in text else find(level).summary}".rstrip())


@click.command()
@language_option
def rules_command(lang: str) -> None:
    """Print the rules, with an example for every command card."""
    click.echo(rules_text(lang), nl=False)
