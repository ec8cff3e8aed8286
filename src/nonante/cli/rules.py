"""``nonante rules``: the rules in our own words."""

from __future__ import annotations

import click

from ..texts import LANGUAGES, language_of_system, rules_text


@click.command(name="rules")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language; by default that of the system.")
def command(lang: str | None) -> None:
    """Print the rules, with an example for every command card."""
    click.echo(rules_text(lang or language_of_system()), nl=False)
