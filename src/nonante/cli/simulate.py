"""``nonante simulate``: how often players win; ``nonante dataset``: games as rows of data."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from ..rules import EDITIONS, Rules, check_seed
from ..simulation import (
    Job,
    Outcome,
    Result,
    SimulationError,
    check_rows_file,
    compile_first,
    contestants,
    default_name,
    find_team,
    merge_datasets,
    outcome_rows,
    play_records,
    result_text,
    shard_span,
    simulate,
    write_dataset,
    write_records,
    write_rows,
)
from .options import make_rules, rules_options

F = TypeVar("F", bound=Callable[..., Any])
QUICK, SLOW = 10_000, 100
INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells have it."""


def _read_shard(context: click.Context, option: click.Parameter, value: str | None) -> tuple[int, int] | None:
    """Return both numbers of ``k/n``."""
    if value is None:
        return None
    k, slash, n = value.partition("/")
    if not (slash and k.isascii() and k.isdigit() and n.isascii() and n.isdigit()):
        raise click.BadParameter(f"{value!r} is not a shard: write k/n, such as 2/8", context, option)
    return int(k), int(n)


def shard_option(default: str | None = "1/1") -> Callable[[F], F]:
    """Return the option that selects a part of all games."""
    about = "Play part k of n; the parts can be merged."
    return click.option("--shard", metavar="K/N", default=default, callback=_read_shard, help=about)


cluster_option = click.option(
    "--cluster", metavar="ADDRESS", default=None, help="Play on the Dask cluster whose scheduler is at this address."
)


def team_options(command: Any) -> Any:
    """Add the options for rules and players."""
    for option in (
        rules_options,
        click.option("--seats", metavar="NAME,NAME,…", default=None, help="One player per seat."),
        click.option("--player", "name", help="The player on every seat; `nonante players` lists them."),
        click.option("--players", type=int, help="Number of players, 1 to 5; default: 1, or one per name in --seats."),
        click.option("--edition", default="base", show_default=True,
                     help=f"{', '.join(EDITIONS)}; combine with +."),
    ):  # fmt: skip
        command = option(command)
    return command


@click.command()
@team_options
@click.option("--games", type=int, default=None, help=f"Number of games; default: {QUICK:,}, or {SLOW} with --seats.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same games.")
@shard_option(None)
@click.option("--workers", type=int, default=None, help="Threads, or processes for players in Python.")
@click.option(
    "--per-game", metavar="FILE", default=None, help="Write the outcome of every game: .jsonl, .csv or .parquet."
)
@click.option(
    "--keep",
    metavar="FILE",
    default=None,
    help="Save the result in FILE during the run, and resume from it.",
)
@cluster_option
@click.option(
    "--merge", "merged", metavar="FILE", multiple=True, help="Add up results written with --json; repeatable."
)
@click.option("--plot", metavar="FILE", default=None, help="Draw a picture: .png, .svg or .pdf.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--list", "listed", is_flag=True, help="List the players and exit.")
@click.argument("files", nargs=-1)
def simulate_command(
    edition: str, players: int | None, name: str | None, seats: str | None, games: int | None, seed: int,
    shard: tuple[int, int] | None, workers: int | None, per_game: str | None, keep: str | None, cluster: str | None,
    merged: tuple[str, ...], plot: str | None, as_json: bool, listed: bool, files: tuple[str, ...], **options: Any,
) -> None:  # fmt: skip
    """Simulate many games and report the win rate.

    --merge takes several FILEs.
    """
    if listed:
        for player in contestants():
            click.echo(f"{player.name:9} {player.summary}".rstrip())
        return
    if files and not merged:
        raise click.UsageError(f"unexpected {files[0]!r}: files only follow --merge")
    if plot:
        _plots().check_picture(plot)
    if per_game:
        if merged:
            raise click.UsageError("--per-game needs games that are played: leave out --merge")
        if keep:
            raise click.UsageError("use either --per-game or --keep: a kept result has no single games")
        check_rows_file(per_game)
    if keep and merged:
        raise click.UsageError("--keep needs games that are played: leave out --merge")
    stopped = False
    if merged:
        result = _merge([*merged, *files])
    else:
        team, count = read_seats(name, seats, players)
        rules = make_rules(edition, count, options)
        wanted = _default_games(name, seats) if games is None else games
        outcomes: list[Outcome] | None = [] if per_game else None
        result = _run(rules, team, wanted, seed, shard, workers, cluster, outcomes, keep)
        first, stop = shard_span(wanted, shard or (1, 1))
        if per_game and outcomes is not None:
            write_rows(per_game, outcome_rows(outcomes, seed, first))
        stopped = say_interrupted(result.games, stop - first)
    if plot:
        _plots().draw_result(result, plot)
    click.echo(json.dumps(result.to_data()) if as_json else result_text(result))
    if stopped:
        click.get_current_context().exit(INTERRUPTED)


def read_seats(name: str | None, seats: str | None, players: int | None) -> tuple[str | list[str], int]:
    """Return who plays and how many they are: one name for all seats, or one for each."""
    if seats is None:
        return name or _default_name(), 1 if players is None else players
    names = [one.strip() for one in seats.split(",")]
    if name is not None:
        raise click.UsageError("use either --player or --seats, not both")
    if players not in (None, len(names)):
        raise click.UsageError(f"--seats names {len(names)} players, --players {players}")
    return names, len(names)


def _default_name() -> str:
    name = default_name()
    if name != default_name(compiled=True):
        said = f"{name} plays; the usual {default_name(compiled=True)} needs pip install 'nonante[fast]'"
        print(f"nonante: {said}", file=sys.stderr)
    return name


def _default_games(name: str | None, seats: str | None) -> int:
    """Return the default number of games: few if they would be played in Python."""
    compiled = default_name() == default_name(compiled=True)
    return QUICK if name or (compiled and not seats) else SLOW


def _run(
    rules: Rules, team: str | list[str], games: int, seed: int, shard: tuple[int, int] | None, workers: int | None,
    cluster: str | None, outcomes: list[Outcome] | None, keep: str | None,
) -> Result:  # fmt: skip
    part, file = shard or (1, 1), None if keep is None else Path(keep)
    first, stop = shard_span(games, part)
    if cluster is None:
        compile_first(Job(rules, find_team(team, rules), check_seed(seed)), stop - first)
    return simulate(
        rules, team, games, seed, workers=workers, shard=part, progress=True, outcomes=outcomes, keep=file,
        cluster=cluster,
    )  # fmt: skip


def say_interrupted(done: int, asked: int) -> bool:
    """Report on standard error that a run was stopped early, if it was; exit if nothing was done."""
    if done < asked:
        print(f"nonante: stopped early, this answer rests on {done:,} of {asked:,} games", file=sys.stderr)
    if not done:
        raise click.Abort
    return done < asked


def _merge(paths: list[str]) -> Result:
    total = Result.read(paths[0])
    for path in paths[1:]:
        part = Result.read(path)
        try:
            total += part
        except SimulationError as error:
            raise SimulationError("file", path=path, why=error) from None
    return total


def _plots() -> Any:
    from ..simulation import plots

    return plots


@click.command()
@team_options
@click.option("--games", type=int, default=100, show_default=True, help="Number of games.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same games.")
@shard_option()
@click.option("--workers", type=int, default=None, help="Threads, or processes for players in Python.")
@click.option(
    "--values",
    metavar="N",
    type=click.IntRange(1, 64),
    default=None,
    help="Add the champion's win chance in every turn, and N candidate turns with theirs.",
)
@cluster_option
@click.option("--records", is_flag=True, help="Write whole records instead, one game per line.")
@click.option("--merge", "merged", metavar="FILE", multiple=True, help="Merge datasets; repeatable.")
@click.argument("out")
def dataset_command(
    edition: str, players: int | None, name: str | None, seats: str | None, games: int, seed: int,
    shard: tuple[int, int], workers: int | None, values: int | None, cluster: str | None, records: bool,
    merged: tuple[str, ...], out: str, **options: Any,
) -> None:  # fmt: skip
    """Simulate games and write what every seat saw, heard and did to OUT: .jsonl, .csv or .parquet.

    A run that was stopped or killed resumes when you start it again.
    """
    check_rows_file(out)
    if merged:
        click.echo(f"{merge_datasets(merged, out):,} rows", err=True)
        return
    team, count = read_seats(name or (None if seats else "steady"), seats, players)
    rules = make_rules(edition, count, options)
    if records:
        if values is not None or cluster is not None:
            raise click.UsageError("--records works without --values and --cluster: records are played here")
        write_records(out, list(play_records(rules, team, games, seed, shard=shard)))
        return
    try:
        rows = write_dataset(
            out, rules, team, games, seed, shard=shard, values=values or 0, workers=workers, progress=True,
            cluster=cluster,
        )  # fmt: skip
    except KeyboardInterrupt:
        print(f"nonante: stopped; the finished games are in {out}.parts, start it again to go on", file=sys.stderr)
        click.get_current_context().exit(INTERRUPTED)
    click.echo(f"{rows:,} rows", err=True)
