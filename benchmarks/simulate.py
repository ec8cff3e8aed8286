"""How many games and turns a second the kernel plays, and how long the first answer takes.

python benchmarks/simulate.py [--seconds 3] [--repeat 3]

Every line is the best of several runs: other work on the machine only ever makes a run slower. The first answer is
timed with Python's bytecode of all packages in place, as their installation or any earlier run leaves it; where Python
must not write bytecode it takes about two seconds longer.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time

from nonante import Rules
from nonante.simulation import Result, simulate

LINES = [
    ("base", 3, "nearest", 250_000),
    ("base", 3, "random", 0),
    ("base", 1, "planner", 40_000),
    ("base", 3, "planner", 0),
    ("base", 3, "talker", 0),
    ("extreme", 3, "nearest", 0),
    ("extreme", 1, "planner", 0),
    ("on-fire", 3, "talker", 0),
]


def measure(edition: str, players: int, name: str, workers: int, seconds: float, repeat: int) -> tuple[Result, float]:
    """Return the fastest of several runs of about so many seconds, and how many processor cores it got."""
    rules = Rules.edition(edition, players)
    games = 64
    simulate(rules, name, 1, 1, workers=1)  # compiles
    while (result := simulate(rules, name, games, 1, workers=workers)).seconds < seconds / 8:
        games *= 4
    games = max(games, int(games * seconds / result.seconds))
    runs = []
    for _ in range(repeat):
        used = time.process_time()
        run = simulate(rules, name, games, 1, workers=workers)
        runs.append((run, (time.process_time() - used) / run.seconds))
    return min(runs, key=lambda run: run[0].seconds)


def first_answer(bytecode: str, cache: str, player: str) -> float:
    """Return how long a whole process takes from its start to the answer for a thousand games."""
    words = [sys.executable, "-m", "nonante", "simulate", "--player", player, "--games", "1000", "--json"]
    env = {**os.environ, "NUMBA_CACHE_DIR": cache, "PYTHONPYCACHEPREFIX": bytecode, "PYTHONDONTWRITEBYTECODE": ""}
    started = time.perf_counter()
    subprocess.run(words, check=True, capture_output=True, env=env)
    return time.perf_counter() - started


def import_time() -> float:
    """Return how long a process takes to import nonante, less what an empty process takes."""

    def run(code: str) -> float:
        started = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return time.perf_counter() - started

    return min(run("import nonante") for _ in range(5)) - min(run("") for _ in range(5))


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--repeat", type=int, default=3)
    asked = parser.parse_args()
    print("cores: processor time by wall time; well below the threads, other work was in the way\n")
    head = f"{'games/s':>10} {'turns/s':>11} {'cores':>5}"
    print(f"{'edition':9} {'players':>7}  {'player':9} {'won':>8}   1 thread: {head}   2 threads: {head}  bar")
    for edition, players, name, bar in LINES:
        one, two = (measure(edition, players, name, n, asked.seconds, asked.repeat) for n in (1, 2))
        line = f"{edition:9} {players:7}  {name:9} {100 * two[0].win_rate:6.2f}%"
        for space, (run, cores) in ((" " * 13, one), (" " * 14, two)):
            line += f"{space}{run.games / run.seconds:10,.0f} {run.counts.turns / run.seconds:11,.0f} {cores:5.2f}"
        reached = two[0].games / two[0].seconds >= bar
        print(line + (f"  {bar:,} {'reached' if reached else 'missed'}" if bar else ""), flush=True)
    print(f"\nimport nonante: {import_time():.3f} s")
    for player in ("nearest", "planner"):
        with tempfile.TemporaryDirectory() as bytecode, tempfile.TemporaryDirectory() as folder:
            first_answer(bytecode, f"{folder}/other", player)  # writes the bytecode
            cold = first_answer(bytecode, f"{folder}/cache", player)
            warm = min(first_answer(bytecode, f"{folder}/cache", player) for _ in range(3))
        print(f"first answer of {player}: {cold:.1f} s cold, {warm:.1f} s from the cache")


if __name__ == "__main__":
    main()
