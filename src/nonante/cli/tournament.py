"""``nonante tournament``: who wins more, on the same deals; ``nonante benchmark``, ``nonante board``: nonante-coop."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from ..simulation import (
    BUDGETS,
    CORE,
    GAMES,
    PARTS,
    POOL,
    Board,
    Budget,
    CrossPlay,
    Entry,
    Part,
    Secret,
    SimulationError,
    Tournament,
    cross_play,
    cross_text,
    entries_text,
    pairs_text,
    read_entry,
    replay_entry,
    run_benchmark,
    shard_span,
    tournament,
    tournament_text,
    with_points,
)
from .options import counted, make_rules, rules_options
from .simulate import INTERRUPTED, QUICK, SLOW, cluster_option, say_interrupted, shard_option


def _read_numbers(context: click.Context, option: click.Parameter, value: str | None) -> list[int] | None:
    """Return the numbers of players in ``2``, ``1-5`` or ``1,3``, in order and each once."""
    numbers: set[int] = set()
    for part in value.split(",") if value is not None else ():
        low, dash, high = part.partition("-")
        ends = (low, high if dash else low)
        if not all(end.isascii() and end.isdigit() and len(end) < 4 for end in ends):
            raise click.BadParameter(f"{value!r} is not a number of players: use 2, 1-5 or 1,3", context, option)
        numbers |= set(range(int(ends[0]), int(ends[1]) + 1))
    if value is not None and not numbers:
        raise click.BadParameter(f"{value!r} contains no number of players", context, option)
    return sorted(numbers) or None


@click.command()
@click.argument("names", nargs=-1, metavar="NAME...")
@click.option("--edition", "editions", default=("base",), multiple=True, show_default=True, help="Repeatable.")
@click.option(
    "--players",
    metavar="NUMBERS",
    callback=_read_numbers,
    help="Numbers of players: 2, 1-5 or 1,3; default: 1, or 2 with --cross.",
)
@rules_options
@click.option("--games", type=int, default=None, help=f"Number of deals; default: {QUICK:,}, or {SLOW} with --cross.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same deals.")
@click.option("--workers", type=int, default=None, help="Threads; with --cross processes.")
@cluster_option
@shard_option()
@click.option("--merge", "merged", metavar="FILE", multiple=True, help="Add up parts written with --json; repeatable.")
@click.option("--pairs", is_flag=True, help="Print the difference between each pair of players.")
@click.option("--cross", is_flag=True, help="Seat each pair together and print how often they win.")
@click.option("--plot", metavar="FILE", default=None, help="Draw a picture: .png, .svg or .pdf.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def tournament_command(
    names: tuple[str, ...], editions: tuple[str, ...], players: list[int] | None, games: int | None, seed: int,
    workers: int | None, cluster: str | None, shard: tuple[int, int], merged: tuple[str, ...], pairs: bool, cross: bool,
    plot: str | None, as_json: bool, **options: Any,
) -> None:  # fmt: skip
    """Rank players by games won on the same deals, with intervals.

    With --cross, each pair alternates seats instead, and the matrix of win rates is printed.
    """
    if cross and (plot or merged or pairs or shard != (1, 1)):
        raise click.UsageError("--plot, --merge, --pairs and --shard do not work with --cross")
    if bool(names) == bool(merged):
        raise click.UsageError("name the players, or give parts of a tournament to --merge")
    if plot:
        from ..simulation import check_picture

        check_picture(plot)
    numbers = players or [2 if cross else 1]
    settings = [make_rules(edition, number, options) for edition in editions for number in numbers]
    if games is None:
        games = SLOW if cross else QUICK
    played: list[Tournament | CrossPlay] = list(_merge(merged)) if merged else []
    stopped = False
    for rules in [] if merged else settings:
        one: Tournament | CrossPlay
        if cross:
            one = cross_play(rules, names, games, seed, workers=workers or 1, progress=True, cluster=cluster)
        else:
            one = tournament(rules, names, games, seed, workers=workers, shard=shard, progress=True, cluster=cluster)
        first, stop = shard_span(games, shard)
        stopped = say_interrupted(one.games, stop - first)
        played.append(one)
        if stopped:
            break
    if not as_json:
        click.echo("\n\n".join(_text(one, pairs) for one in played))
    if plot:
        from ..simulation import draw_tournaments

        draw_tournaments([one for one in played if isinstance(one, Tournament)], plot)
    if as_json:
        name = "cross_play" if cross else "tournaments"
        click.echo(json.dumps({"games": games, "seed": seed, name: [one.to_data() for one in played]}))
    if stopped:
        click.get_current_context().exit(INTERRUPTED)


def _text(played: Tournament | CrossPlay, pairs: bool) -> str:
    if isinstance(played, CrossPlay):
        return cross_text(played)
    return tournament_text(played) + (f"\n\n{pairs_text(played)}" if pairs else "")


def _merge(paths: tuple[str, ...]) -> list[Tournament]:
    """Add up the tournaments of several files, setting by setting."""
    files = [_read(path) for path in paths]
    if len({len(file) for file in files}) > 1:
        raise SimulationError("no-result", why="the files contain different numbers of tournaments")
    return [sum(parts[1:], start=parts[0]) for parts in zip(*files, strict=True)]


def _read(path: str) -> list[Tournament]:
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
        found = data.get("tournaments") if isinstance(data, dict) else None
        if not isinstance(found, list):
            raise SimulationError("no-result", why="no tournaments in it")
        return [Tournament.from_data(one) for one in found]
    except (ValueError, SimulationError) as error:
        raise SimulationError("file", path=path, why=error) from None


def cell_options(settings: Sequence[str], said: str, pool: Sequence[str], games: int) -> Callable[[Any], Any]:
    """Return the options that select cells of the benchmark, with these defaults."""

    def added(command: Any) -> Any:
        for option in (
            click.option("--games", type=int, default=games, show_default=True, help="Deals per cell."),
            click.option("--pool", metavar="NAME,NAME,…", default=",".join(pool), show_default=True,
                         callback=_read_names, help="Partners of cross-play."),
            click.option("--part", "parts", type=click.Choice(PARTS), multiple=True, default=PARTS,
                         help="Repeatable; default: all."),
            click.option("--setting", "settings", multiple=True, default=settings,
                         help=f"edition-seats-talk; repeatable; default: {said}."),
        ):  # fmt: skip
            command = option(command)
        return command

    return added


def secret_option(about: str) -> Callable[[Any], Any]:
    """Return the option for the file with a hidden set's secret."""
    file = click.Path(exists=True, dir_okay=False, path_type=Path)
    return click.option("--secret", type=file, metavar="FILE", callback=_read_secret, help=about)


def _read_secret(_context: click.Context, _option: click.Parameter, value: Path | None) -> Secret | None:
    return None if value is None else Secret.read(value)


def _read_names(_context: click.Context, _option: click.Parameter, value: str) -> list[str]:
    return [one.strip() for one in value.split(",")]


@click.command()
@click.argument("names", nargs=-1, metavar="NAME...")
@click.option(
    "--check", "checked", multiple=True, metavar="FILE", help="Check an entry written with --json; repeatable."
)
@click.option("--replay", is_flag=True, help="With --check: play the entry again and compare.")
@cell_options(CORE, "the core set", POOL, GAMES)
@click.option("--budget", type=click.Choice(BUDGETS), help="Training steps, as a class; default: none.")
@click.option("--workers", type=int, default=1, show_default=True, help="Threads, or processes for players in Python.")
@cluster_option
@click.option(
    "--keep",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Save games here as they are played, and resume from those already saved.",
)
@secret_option("Play the hidden set derived from the secret in this file.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per player.")
def benchmark_command(
    names: tuple[str, ...], settings: tuple[str, ...], parts: tuple[Part, ...], pool: list[str], games: int,
    budget: Budget | None, workers: int, cluster: str | None, keep: Path | None, secret: Secret | None,
    as_json: bool, checked: tuple[str, ...], replay: bool,
) -> None:  # fmt: skip
    """Run nonante-coop version 2 and print the leaderboard, or check entries."""
    if bool(names) == bool(checked) or (replay and not checked):
        raise click.UsageError("name players to run, or files to --check")
    for file in checked:
        found = read_entry(file, secret)
        if replay:
            replay_entry(found, workers=workers, secret=secret)
        size = f"{counted(len(found['cells']), 'cell')} of {counted(found['games'], 'game')}"
        click.echo(f"{file}: {found['identity']['name']}, {size}, fine")
    if checked:
        return
    entries, stopped = [], False
    for name in names:
        entry = run_benchmark(
            name, settings=settings, parts=parts, pool=pool, games=games, budget=budget, workers=workers,
            progress=True, keep=keep, secret=secret, cluster=cluster,
        )  # fmt: skip
        if as_json:
            click.echo(json.dumps(with_points(entry.to_data())))
        entries.append(entry)
        if stopped := say_unfinished(entry):
            break
    if not as_json:
        click.echo(entries_text(entries))
    if stopped:
        click.get_current_context().exit(INTERRUPTED)


def say_unfinished(entry: Entry) -> bool:
    """Report on standard error that an entry is incomplete, if it is."""
    if not entry.complete:
        played = sum(cell.games for cell in entry.cells)
        print(f"nonante: stopped early, this entry rests on {played:,} games and is not complete", file=sys.stderr)
    return not entry.complete


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@secret_option("The secret of the hidden set: entries on hidden deals are accepted if they were made with it.")
@click.option("--replay", "digests", multiple=True, metavar="DIGEST", help="Play this entry again; repeatable.")
@click.option(
    "--workers",
    type=int,
    default=1,
    show_default=True,
    help="With --replay: threads, or processes for players in Python.",
)
def board_command(folder: Path, secret: Secret | None, digests: tuple[str, ...], workers: int) -> None:
    """Write FOLDER/index.html: a table of all entries in FOLDER.

    An entry is a .json file as `nonante benchmark --json` prints it. Those that were changed or are incomplete are
    named and left out; the exit code is 2 then.
    """
    board = Board.read(folder, secret)
    for digest in digests:
        entry = board.replay(digest, workers=workers)
        click.echo(f"{entry['identity']['name']}: played again, the same games")
        board = Board.read(folder, secret)
    page = board.write()
    for sentence in board.refused:
        print(f"nonante: {sentence}", file=sys.stderr)
    count = len(board.entries)
    click.echo(f"{page}: {count} {'entry' if count == 1 else 'entries'}")
    if board.refused:
        click.get_current_context().exit(2)
