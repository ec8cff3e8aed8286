"""``nonante terminal``: play in the terminal, line by line; ``nonante join``: join a table by its link."""

from __future__ import annotations

import secrets
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from ..files import data_folder
from ..players import find, register
from ..review import CATEGORIES, Daily
from ..rules import EDITIONS, BadInput, Rules
from ..table import Record, Settings, Table
from ..terminal import Bot, Joining, Link, SavedSeats, Session, Style
from ..texts import Texts
from .options import language_option, make_rules, rules_options

AUTOSAVE = "terminal.json"
ME = "me"
MOST_NAME = 16  # letters of a computer player's name


@click.command()
@click.option("--edition", default="base", help=f"{', '.join(EDITIONS)}; combine with +.")
@click.option("--players", type=int, help="Number of people, 1 to 5, sharing the keyboard.")
@click.option("--seats", help="One name per seat: me for each person, or a computer player, as in me,champion,steady.")
@click.option("--names", help="Names of the people, separated by commas.")
@click.option("--seed", type=str, help="Seed of the deal; the same seed deals the same cards.")
@click.option("--day", metavar="DATE", help="Play the deal of the day of this date, such as 2026-11-20.")
@click.option("--deal", type=click.Choice(tuple(CATEGORIES)), default="solo", help="Which deal of that day.")
@rules_options
@click.option("--open-history", is_flag=True, help="Show the whole game in the log.")
@click.option("--undo/--no-undo", default=None, help="Allow taking cards back; by default only in solo games.")
@click.option("--resume", type=str, is_flag=False, flag_value="", help="Resume a saved FILE, or the last game.")
@language_option
def terminal_command(lang: str, resume: str | None, **options: Any) -> None:
    """Play in the terminal, line by line. Works with screen readers and honours NO_COLOR."""
    text = Texts(lang, "common", "hint", "program")
    autosave = data_folder() / AUTOSAVE
    seats = _seats(options["seats"], options["players"])
    if resume is None:
        table = _new_table(options, seats, text)
    else:
        table = _resumed(Path(resume) if resume else autosave)
        table = _seated_again(table, seats) if options["seats"] else table
    table = replace(table, settings=replace(table.settings, undo=options["undo"]))  # a record does not keep it
    session = Session(table, text, _ask, click.echo, Style.of(sys.stdout), autosave)
    try:
        session.run()
    except (EOFError, KeyboardInterrupt):
        click.echo()
        click.echo(text("kept", seats=session.seats_option))


def _ask(prompt: str) -> str:
    """Ask on the terminal; the end of the input ends the session."""
    click.echo(prompt, nl=False)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.rstrip("\n")


def _seats(seats: str | None, players: int | None) -> list[str | None]:
    """Return the seats: None for a person, or the name of a computer player."""
    if seats is None:
        return [None] * (1 if players is None else players)
    named = [one.strip() for one in seats.split(",")]
    if players not in (None, len(named)):
        raise click.ClickException(f"--seats names {len(named)} players, --players {players}")
    return [None if name == ME else _level(name) for name in named]


def _level(name: str) -> str:
    """Return the registered name of a computer player; one of your own is registered first."""
    found = find(name)
    return register(found.name, found.make).name if ":" in name else found.name


def _seated_again(table: Table, seats: list[str | None]) -> Table:
    """Return a table with its computer players, since a record does not say who they are."""
    if len(seats) != len(table.seats):
        raise click.ClickException(f"--seats names {len(seats)} players, the saved game has {len(table.seats)}")
    there = zip(table.seats, seats, strict=True)
    return replace(table, seats=tuple(seat and replace(seat, level=level) for seat, level in there))


def _daily(options: dict[str, Any]) -> Daily | None:
    """Return the requested deal of the day."""
    if options["day"] is None:
        return None
    if options["seed"] is not None:
        raise click.ClickException("--day already names the deal: leave out --seed")
    return Daily(options["day"], options["deal"])


def _new_table(options: dict[str, Any], seats: list[str | None], text: Texts) -> Table:
    """Seat the players and deal."""
    table, daily = Table(), _daily(options)
    if daily and len(seats) != daily.rules.players:
        seats = [None, *["champion"] * (daily.rules.players - 1)]
    rules = daily.rules if daily else _rules(options, len(seats))
    table = table.apply(table.configure(Settings(rules)))
    names = iter(_names(options["names"], seats.count(None), text))
    for level in seats:
        name = next(names) if level is None else _computer_name(level, table, text)
        table = table.apply(table.sit(name, level=level))
    if daily:
        return table.apply(table.deal(daily.seed, "seed"))  # whether it was played before is unknown here
    return table.apply(table.deal(_seed(options["seed"]), "seed" if options["seed"] is not None else None))


def _rules(options: dict[str, Any], players: int) -> Rules:
    named = ("talk", "one_pile", "short_hand", "commands", "open_history")
    return make_rules(options["edition"], players, {name: options[name] for name in named})


def _computer_name(level: str, table: Table, text: Texts) -> str:
    """Return a computer player's name that nobody at the table has."""
    key = f"level.{level}.name"
    name = text(key) if key in text else level.rpartition(":")[2][:MOST_NAME]
    taken = [there.name for there in table.seats if there]
    return next(one for one in (name, *(f"{name} {number}" for number in range(2, 7))) if one not in taken)


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


SEATS = "joined.json"


@click.command()
@click.argument("link")
@click.option("--name", help="Your name at the table; asked for if missing.")
@language_option
def join_command(link: str, name: str | None, lang: str) -> None:
    """Join a table by its LINK and play line by line. Works with screen readers and honours NO_COLOR.

    The same link leads back to the same seat.
    """
    table = Link.read(link)
    text = Texts(lang, "common", "hint", "program", "web", "people")
    seats = SavedSeats(data_folder() / SEATS)
    joining = Joining(table, text, click.echo, seats, Style.of(sys.stdout), name)
    try:
        joining.run(iter(sys.stdin.readline, ""))
    except KeyboardInterrupt:
        click.echo()


@click.command()
@click.argument("link")
@click.option("--player", "player_name", required=True, help="Computer player: a level, or your own as module:maker.")
@click.option("--name", help="Its name at the table; by default the player's own.")
@click.option("--games", type=click.IntRange(1), help="Leave after so many games; by default it stays.")
def bot_command(link: str, player_name: str, name: str | None, games: int | None) -> None:
    """Let a computer player of your own take a seat at the table of a LINK.

    It plays over the network as people do and sees only what its seat may see. The host is asked first, and everybody
    sees that it is a computer.
    """
    table, found = Link.read(link), find(player_name)
    found.make()  # report errors before asking the host
    bot = Bot(table, found.make, name or found.name.rpartition(":")[2][:MOST_NAME], click.echo, games)
    try:
        bot.run()
    except KeyboardInterrupt:
        click.echo()
