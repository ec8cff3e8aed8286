"""``nonante dataset``: games as rows of data, for learning and statistics elsewhere."""

from __future__ import annotations

from typing import Any

import click

from ..simulation import check_rows_file, merge_datasets, play_dataset, play_records, write_records, write_rows
from .simulate import Shard, make_rules, read_seats, rules_options


@click.command("dataset")
@click.option("--edition", default="base", show_default=True, help="base, expert, expert-short, on-fire, extreme, or +")
@click.option("--players", type=int, default=None, help="how many play, 1 to 5; 1 unless --seats says more")
@click.option("--player", "name", default=None, help="who plays, on all seats")
@click.option("--seats", metavar="NAME,NAME,…", default=None, help="who plays, one name for each seat")
@rules_options
@click.option("--games", type=int, default=100, show_default=True, help="how many games")
@click.option("--seed", type=int, default=0, show_default=True, help="same seed, same games")
@click.option("--shard", type=Shard(), default=(1, 1), help="play part k of n; the parts merge into the whole")
@click.option("--records", is_flag=True, help="write whole records instead, one game a line")
@click.option("--merge", "merged", metavar="FILE", multiple=True, help="put datasets together; repeat it")
@click.argument("out")
def command(
    edition: str, players: int | None, name: str | None, seats: str | None, games: int, seed: int,
    shard: tuple[int, int], records: bool, merged: tuple[str, ...], out: str, **options: Any,
) -> None:  # fmt: skip
    """Play games and write what every seat saw, heard and did to OUT: .jsonl, .csv or .parquet."""
    check_rows_file(out)
    if merged:
        click.echo(f"{merge_datasets(merged, out):,} rows", err=True)
        return
    team, count = read_seats(name or (None if seats else "steady"), seats, players)
    rules = make_rules(edition, count, options)
    if records:
        write_records(out, list(play_records(rules, team, games, seed, shard=shard)))
        return
    rows = play_dataset(rules, team, games, seed, shard=shard, progress=True)
    write_rows(out, rows)
    click.echo(f"{len(rows):,} rows", err=True)
