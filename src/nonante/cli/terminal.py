"""``nonante terminal``: play in the terminal."""

from __future__ import annotations

import json
import secrets
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from ..files import data_folder
from ..rules import BadInput, Rules
from ..table import Record, Settings, Table
from ..terminal import Session
from ..terminal.style import Style
from ..texts import LANGUAGES, Texts, language_of_system

AUTOSAVE = "terminal.json"


@click.command(name="terminal")
@click.option("--edition", default="base", help="base, expert, expert-short, on-fire, extreme, or several with +.")
@click.option("--players", default=1, help="1 to 5; several people pass the keyboard.")
@click.option("--names", help="The players' names, separated by commas.")
@click.option("--seed", type=str, help="Number of the deal; the same number gives the same cards.")
@click.option("--commands", help="Extreme: house, seeded, or a JSON file with 4 numbers for each kind.")
@click.option("--talk", default="standard", help="none, standard or permissive signals.")
@click.option("--one-pile", default="standard", help="standard or strict.")
@click.option("--short-hand", default="strict", help="strict or lenient.")
@click.option("--open-history", is_flag=True, help="The log shows the whole game.")
@click.option(
    "--undo/--no-undo", default=None, help="Whether played cards may be taken back; by default for one player."
)
@click.option("--resume", type=str, is_flag=False, flag_value="", help="Go on with a saved FILE, or the last game.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language; by default that of the system.")
def command(lang: str | None, resume: str | None, **options: Any) -> None:
    """Play in the terminal, line by line. Works with screen readers; NO_COLOR is honoured."""
    text = Texts(lang or language_of_system(), "common", "hint", "terminal")
    autosave = data_folder() / AUTOSAVE
    table = _new_table(options, text) if resume is None else _resumed(Path(resume) if resume else autosave)
    table = replace(table, settings=replace(table.settings, undo=options["undo"]))  # a record does not keep it
    session = Session(table, text, _ask, click.echo, Style.of(sys.stdout), autosave)
    try:
        session.run()
    except (EOFError, KeyboardInterrupt):
        click.echo()
        click.echo(text("kept"))


def _ask(prompt: str) -> str:
    """Ask on the terminal; the end of the input is the end of the session."""
    click.echo(prompt, nl=False)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.rstrip("\n")


def _new_table(options: dict[str, Any], text: Texts) -> Table:
    """Seat the players and deal."""
    table = Table()
    table = table.apply(table.configure(Settings(_rules(options))))
    for name in _names(options["names"], table.rules.players, text):
        table = table.apply(table.sit(name))
    return table.apply(table.deal(_seed(options["seed"]), "seed" if options["seed"] is not None else None))


def _rules(options: dict[str, Any]) -> Rules:
    chosen = {name: options[name] for name in ("talk", "one_pile", "short_hand", "open_history")}
    if options["commands"] is not None:
        chosen["commands"] = _command_map(options["commands"])
    return Rules.edition(options["edition"], players=options["players"], **chosen)


def _command_map(value: str) -> object:
    """Return a map's name, or the numbers in a file."""
    if value in ("house", "seeded"):
        return value
    try:
        return json.loads(Path(value).read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise click.ClickException(f"cannot read the command map {value}: {error}") from None


def _names(names: str | None, players: int, text: Texts) -> list[str]:
    if names is None:
        return [text("player", number=number) for number in range(1, players + 1)]
    given = [name.strip() for name in names.split(",")]
    if len(given) != players:
        raise click.ClickException(f"{len(given)} names for {players} players")
    return given


def _seed(value: str | None) -> int:
    if value is None:
        return secrets.randbelow(1_000_000_000)
    if not (value.isascii() and value.isdecimal()):
        raise BadInput("seed", value=value)
    return int(value)


def _resumed(path: Path) -> Table:
    try:
        return Record.from_json(path.read_text("utf-8")).final()
    except FileNotFoundError:
        raise click.ClickException(f"no saved game at {path}") from None
    except UnicodeDecodeError:
        raise click.ClickException(f"{path} is not a text file") from None
