"""``nonante benchmark``: nonante-coop, the benchmark for cooperative play."""

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
    help="edition-seats-talk; repeatable; default: the core set",
)
@click.option(
    "--part", "parts", type=click.Choice(PARTS), multiple=True, default=PARTS, help="repeatable; default: all"
)
@click.option("--pool", metavar="NAME,NAME,…", default=",".join(POOL), show_default=True, help="partners of cross-play")
@click.option("--games", type=int, default=GAMES, show_default=True, help="deals per cell")
@click.option("--budget", type=click.Choice(BUDGETS), help="training steps, as a class; default: none")
@click.option("--workers", type=int, default=1, show_default=True, help="threads, or processes for players in Python")
@click.option(
    "--keep",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="save finished cells here, and resume from those already saved",
)
@click.option("--json", "as_json", is_flag=True, help="print one JSON object per player")
def benchmark_command(
    names: tuple[str, ...], settings: tuple[str, ...], parts: tuple[Part, ...], pool: str, games: int,
    budget: Budget | None, workers: int, keep: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Run nonante-coop version 1 and print the leaderboard."""
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
