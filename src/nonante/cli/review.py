"""Finished games: ``nonante replay`` and ``nonante analyse``."""

from __future__ import annotations

import re
import sys
from functools import partial
from pathlib import Path

import click

from ..files import write_whole
from ..messages import Review, encode
from ..review import Imported, Replay, ReviewError, plot_svg, read_game, review
from ..terminal import Report, Style
from ..texts import Texts
from .options import language_option

_LINK = re.compile(r"^1[\w-]{60,}$|://.*#")


@click.command()
@click.argument("file")
@click.option("--seat", type=int, help="Show only the hand of this player, counted from 1; by default all hands.")
@click.option("--turn", type=int, help="Show only this turn.")
@language_option
def replay_command(file: str, seat: int | None, turn: int | None, lang: str) -> None:
    """Show a finished game turn by turn. FILE is a record, a link, or - for standard input."""
    text = Texts(lang, "common", "hint", "program")
    replay = Replay.of(load_game(file, text).record)
    if turn is not None:
        replay.turn(turn)
    players = len(replay.record.names)
    if seat is not None and not 1 <= seat <= players:
        raise click.ClickException(f"--seat {seat}: this game has players 1 to {players}")
    for line in Report(text, Style.of(sys.stdout)).replay(replay, None if seat is None else seat - 1, turn):
        click.echo(line)


def load_game(file: str, text: Texts) -> Imported:
    """Read a game from a file, a link or standard input; report what was corrected."""
    game = read_game(_content(file))
    for code in game.notes:
        print(f"nonante: {text.error(ReviewError(code))}", file=sys.stderr)
    return game


def _content(file: str) -> str:
    """Return the content of a file or of standard input, or the link itself."""
    if file == "-":
        return sys.stdin.read()
    if _LINK.search(file):
        return file
    try:
        return Path(file).read_text("utf-8")
    except UnicodeDecodeError:
        raise click.ClickException(f"{file} is not a text file") from None


@click.command()
@click.argument("file")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object (see docs/reference/review.md).")
@click.option("--plot", metavar="FILE", help="Draw the win chance as an .svg file.")
@language_option
def analyse_command(file: str, as_json: bool, plot: str | None, lang: str) -> None:
    """Review a finished game. FILE is a record, a link, or - for standard input."""
    if plot is not None and not plot.endswith(".svg"):
        raise click.ClickException(f"--plot {plot}: the file name must end in .svg")
    text = Texts(lang, "common", "hint", "program")
    record = load_game(file, text).record
    told = review(record, partial(_progress, text) if sys.stderr.isatty() else None)
    if plot is not None:
        words = {name: text(f"retold.plot.{name}") for name in ("title", "turn", "winnable")}
        words["percent"] = text("percent", value="{value}")
        write_whole(Path(plot), plot_svg(told, words))
    if as_json:
        click.echo(encode(told))
        return
    for line in Report(text, Style.of(sys.stdout)).review(told, record.names):
        click.echo(line)


def _progress(text: Texts, share: float, _review: Review | None) -> None:
    end = "\r" + " " * 8 + "\r" if share >= 1 else ""
    print(f"\r{text('percent', value=f'{100 * share:3.0f}')}{end}", end="", file=sys.stderr, flush=True)
