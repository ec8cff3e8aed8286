"""``nonante benchmark``: nonante-coop, the benchmark of playing together."""

from __future__ import annotations

import json
from pathlib import Path

import click

from ..simulation import BUDGETS, CORE, GAMES, PARTS, POOL, Budget, Part, entries_text, run_benchmark


@click.command()
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@click.option(
    "--setting",
    "settings",
    multiple=True,
    default=CORE,
    help="edition-seats-talk; repeat it; the core set unless given",
)
@click.option(
    "--part", "parts", type=click.Choice(PARTS), multiple=True, default=PARTS, help="repeat it; all unless given"
)
@click.option("--pool", metavar="NAME,NAME,…", default=",".join(POOL), show_default=True, help="partners of cross-play")
@click.option("--games", type=int, default=GAMES, show_default=True, help="deals a cell")
@click.option("--budget", type=click.Choice(BUDGETS), help="steps learnt from; none unless given")
@click.option("--workers", type=int, default=1, show_default=True, help="threads, or processes for players in Python")
@click.option(
    "--keep",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="keep every cell there as it is played, and go on from those that are there",
)
@click.option("--json", "as_json", is_flag=True, help="print one JSON object a player")
def benchmark_command(
    names: tuple[str, ...], settings: tuple[str, ...], parts: tuple[Part, ...], pool: str, games: int,
    budget: Budget | None, workers: int, keep: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Let players play nonante-coop version 1 and print the leaderboard."""
    entries = []
    for name in names:
        entry = run_benchmark(
            name, settings=settings, parts=parts, pool=[one.strip() for one in pool.split(",")], games=games,
            budget=budget, workers=workers, progress=True, keep=keep,
        )  # fmt: skip
        if as_json:
            click.echo(json.dumps(entry.to_data()))
        entries.append(entry)
    if not as_json:
        click.echo(entries_text(entries))
