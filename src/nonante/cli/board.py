"""``nonante board``: submitted entries of the benchmark as one page."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ..simulation import Board, Secret


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--secret",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The secret of the hidden set: entries on hidden deals are accepted if they were made with it.",
)
@click.option("--replay", "digests", multiple=True, metavar="DIGEST", help="Play this entry again; repeatable.")
@click.option("--workers", type=int, default=1, show_default=True, help="With --replay: threads, or processes.")
def board_command(folder: Path, secret: Path | None, digests: tuple[str, ...], workers: int) -> None:
    """Write FOLDER/index.html: a table of all entries in FOLDER.

    An entry is a .json file as `nonante benchmark --json` prints it. Those that were changed or are incomplete are
    named and left out; the exit code is 2 then.
    """
    key = None if secret is None else Secret.read(secret)
    board = Board.read(folder, key)
    for digest in digests:
        entry = board.replay(digest, workers=workers)
        click.echo(f"{entry['identity']['name']}: played again, the same games")
        board = Board.read(folder, key)
    page = board.write()
    for sentence in board.refused:
        print(f"nonante: {sentence}", file=sys.stderr)
    count = len(board.entries)
    click.echo(f"{page}: {count} {'entry' if count == 1 else 'entries'}")
    if board.refused:
        click.get_current_context().exit(2)
