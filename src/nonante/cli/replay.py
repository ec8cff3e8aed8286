"""``nonante replay``: a finished game told again."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import click

from ..review import Imported, Replay, ReviewError, read_game
from ..terminal import Retold, Style
from ..texts import LANGUAGES, Texts, language_of_system

_LINK = re.compile(r"^1[\w-]{60,}$|://.*#")


@click.command(name="replay")
@click.argument("file")
@click.option("--seat", type=int, help="Show the hand of this player alone, from 1; by default all hands.")
@click.option("--turn", type=int, help="Show this turn alone.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language; by default that of the system.")
def command(file: str, seat: int | None, turn: int | None, lang: str | None) -> None:
    """Show a finished game turn by turn. FILE is a record, a link, or - for what comes in."""
    text = Texts(lang or language_of_system(), "common", "program", "hint", "terminal", "retold")
    replay = Replay.of(load_game(file, text).record)
    if turn is not None:
        replay.turn(turn)
    players = len(replay.record.names)
    if seat is not None and not 1 <= seat <= players:
        raise click.ClickException(f"--seat {seat}: this game has the players 1 to {players}")
    for line in Retold(text, Style.of(sys.stdout)).replay(replay, None if seat is None else seat - 1, turn):
        click.echo(line)


def load_game(file: str, text: Texts) -> Imported:
    """Read a game from a file, a link or what comes in; say what was not as it should be."""
    game = read_game(_content(file))
    for code in game.notes:
        print(f"nonante: {text.error(ReviewError(code))}", file=sys.stderr)
    return game


def _content(file: str) -> str:
    """Return what is in a file, what comes in, or the link itself."""
    if file == "-":
        return sys.stdin.read()
    if _LINK.search(file):
        return file
    try:
        return Path(file).read_text("utf-8")
    except UnicodeDecodeError:
        raise click.ClickException(f"{file} is not a text file") from None
