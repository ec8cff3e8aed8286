"""How the levels do among their like and beside the champion, cell by cell on many cores.

    python benchmarks/levels.py --out FOLDER --teams novice steady strong --games 2000 --processes 16
    python benchmarks/levels.py --out FOLDER --teams champion+novice champion+steady champion+strong --editions base

A team of one level fills every seat; two alternate around the table and change seats with every game. All teams get the
same deals. Each cell leaves a file in the folder: a run that ends early leaves whole cells, one that is started again
goes on, and a row is printed for each.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator
from functools import reduce
from multiprocessing import get_context
from operator import add
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy; the processes share the cores out

from nonante import Rules
from nonante.players.match import wilson
from nonante.rules.settings import EDITIONS
from nonante.simulation import find_player
from nonante.simulation.crossplay import AlternatingGames
from nonante.simulation.results import Counts
from nonante.simulation.running import Job, count

SEED = 20_270_202
SHARE = 50  # games that a process plays before it takes the next ones; even, so that two players change seats


class Cell(NamedTuple):
    """A team in one kind of game."""

    edition: str
    players: int
    talk: str
    team: tuple[str, ...]

    @property
    def name(self) -> str:
        """What its file is called."""
        return f"{self.edition}-{self.players}-{self.talk}-{'+'.join(self.team)}"


class Span(NamedTuple):
    """Some games of a cell."""

    cell: Cell
    seed: int
    first: int
    stop: int


def play(span: Span) -> tuple[Counts, float]:
    """Play some games; return how they ended and the seconds that took."""
    cell, started = span.cell, process_time()
    rules = Rules.from_data({"edition": cell.edition, "players": cell.players, "talk": cell.talk})
    team = tuple(find_player(name) for name in cell.team)
    games = Job(rules, team, span.seed).games() if len(team) == 1 else AlternatingGames(rules, team, span.seed)
    return count(games.outcomes(span.first, span.stop)), process_time() - started


def cells(options: argparse.Namespace) -> Iterator[Cell]:
    """Return what is to be measured, alone without talk and without mixed teams."""
    for edition in options.editions:
        for players in options.players:
            for talk in options.talk if players > 1 else ["none"]:
                teams = (tuple(team.split("+")) for team in options.teams)
                yield from (Cell(edition, players, talk, team) for team in teams if players > 1 or len(team) == 1)


def figures(cell: Cell, seed: int, counts: Counts, seconds: float) -> dict[str, Any]:
    """Return what is kept of a cell."""
    low, high = wilson(counts.wins, counts.games)
    return {
        **cell._asdict(),
        "seed": seed,
        "games": counts.games,
        "wins": counts.wins,
        "interval": [low, high],
        "mean_left": counts.mean_left,
        "seconds": seconds,
    }


def row(found: dict[str, Any]) -> str:
    """Return a cell's row of the table."""
    low, high = (100 * bound for bound in found["interval"])
    games, team = found["games"], " + ".join(f"`{name}`" for name in found["team"])
    return (
        f"| {found['edition']} | {found['players']} | {found['talk']} | {team} | {games} "
        f"| {100 * found['wins'] / games:.1f} ({low:.1f}–{high:.1f}) | {found['mean_left']:.2f} "
        f"| {found['seconds'] / games:.3f} |"
    )


def measure(options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Play the cells that the folder does not have yet; return the figures of each."""
    wanted = list(cells(options))
    play(Span(Cell("base", 2, "none", ("champion", "novice")), options.seed, 0, 1))  # compiled before they part
    with get_context("fork").Pool(options.processes) as pool:
        for cell in wanted:
            file = options.out / f"{cell.name}.json"
            if not file.exists():
                firsts = range(0, options.games, SHARE)
                spans = [Span(cell, options.seed, first, min(first + SHARE, options.games)) for first in firsts]
                counts, seconds = zip(*pool.map(play, spans, chunksize=1), strict=True)
                found = figures(cell, options.seed, reduce(add, counts), sum(seconds))
                file.with_suffix(".part").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
                file.with_suffix(".part").replace(file)
            yield json.loads(file.read_text("utf-8"))


def main() -> None:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--teams", nargs="+", required=True, help="players, or two of them as `champion+novice`")
    parser.add_argument("--editions", nargs="*", choices=EDITIONS, default=list(EDITIONS))
    parser.add_argument("--players", nargs="*", type=int, default=[1, 2, 3, 4, 5])
    parser.add_argument("--talk", nargs="*", default=["none", "standard"])
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    print("| edition | players | talk | team | games | win % (95%) | mean left | s per game |")
    print("|---" * 8 + "|")
    for found in measure(options):
        print(row(found), flush=True)


if __name__ == "__main__":
    main()
