"""``nonante analyse``: a finished game judged."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from ..files import write_whole
from ..review import Review, plot_svg, review
from ..terminal import Retold, Style
from ..texts import LANGUAGES, Texts, language_of_system
from .replay import load_game


@click.command(name="analyse")
@click.argument("file")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object (see docs/review.md).")
@click.option("--plot", metavar="FILE", help="Draw the curve: a name that ends in .svg.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language; by default that of the system.")
def command(file: str, as_json: bool, plot: str | None, lang: str | None) -> None:
    """Judge a finished game. FILE is a record, a link, or - for what comes in."""
    if plot is not None and not plot.endswith(".svg"):
        raise click.ClickException(f"--plot {plot}: a name that ends in .svg is wanted")
    text = Texts(lang or language_of_system(), "common", "program", "hint", "terminal", "retold")
    record = load_game(file, text).record
    told = review(record, _progress if sys.stderr.isatty() else None)
    if plot is not None:
        words = {name: text(f"retold.plot.{name}") for name in ("title", "turn", "winnable")}
        write_whole(Path(plot), plot_svg(told, words))
    if as_json:
        click.echo(json.dumps(told.to_data()))
        return
    for line in Retold(text, Style.of(sys.stdout)).review(told, record.names):
        click.echo(line)


def _progress(share: float, _review: Review | None) -> None:
    end = "\r" + " " * 8 + "\r" if share >= 1 else ""
    print(f"\r{100 * share:3.0f} %{end}", end="", file=sys.stderr, flush=True)
