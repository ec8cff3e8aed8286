"""Lists and texts: ``nonante players`` and ``nonante rules``."""

from __future__ import annotations

import json

import click

from ..simulation import broken_players, contestants
from ..texts import Texts, rules_text
from .options import language_option


@click.command()
@language_option
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
def players_command(lang: str, as_json: bool) -> None:
    """List the computer players: levels, players of other packages, reference players."""
    text = Texts(lang, "common", "program")
    told = {one.name: _told(text, one.name, one.summary) for one in contestants()}
    broken = broken_players()
    if as_json:
        packages = {one.name: getattr(one, "package", "") for one in contestants()}
        found = [{"name": name, "description": about, "package": packages[name]} for name, about in told.items()]
        found += [{"name": name, "description": "", "error": why} for name, why in broken.items()]
        click.echo(json.dumps(found, ensure_ascii=False))
        return
    width = max(map(len, told | broken))
    for name, about in told.items():
        click.echo(f"{name:<{width}} {about}".rstrip())
    for why in broken.values():
        click.echo(f"nonante: {why}", err=True)


def _told(text: Texts, name: str, summary: str) -> str:
    key = f"level.{name}.line"
    return text(key) if key in text else summary


@click.command()
@language_option
def rules_command(lang: str) -> None:
    """Print the rules, with an example for every command card."""
    click.echo(rules_text(lang), nl=False)
