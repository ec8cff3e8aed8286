"""``nonante join``: sit at a table by its link, in the terminal."""

from __future__ import annotations

import sys

import click

from ..files import data_folder
from ..terminal import Joining, KeptSeats, Link, Style
from ..texts import LANGUAGES, Texts, language_of_system

SEATS = "joined.json"


@click.command(name="join")
@click.argument("link")
@click.option("--name", help="Your name at the table; asked for where it is not given.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language; by default that of the system.")
def command(link: str, name: str | None, lang: str | None) -> None:
    """Join a table by its LINK and play line by line. Works with screen readers; NO_COLOR is honoured.

    The same link leads to the same seat again.
    """
    table = Link.read(link)
    text = Texts(lang or language_of_system(), "common", "hint", "terminal", "web", "people", "join")
    seats = KeptSeats(data_folder() / SEATS)
    joining = Joining(table, text, click.echo, seats, Style.of(sys.stdout), name)
    try:
        joining.run(iter(sys.stdin.readline, ""))
    except KeyboardInterrupt:
        click.echo()
