"""How long a card takes from the hand that lays it to the last of five screens, with many tables on one server.

    python benchmarks/tables.py [--tables 300] [--seconds 30] [--every 1.0] [--edition base]

Caveats first: everything runs on this machine over loopback, so no network is in the figures; the load generator is a
second process and shares the same cores; computer players are off; the people are scripts that lay the smallest step,
one move a second at each table unless told otherwise, which is faster than people are.
The server is the real one (uvicorn, SQLite with every move synced to the disk before anybody sees it).
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import sys
import tempfile
from pathlib import Path

from swarm import SEATS, Figures, Served, Swarm, allow_files


async def measure(server: Served, options: argparse.Namespace) -> tuple[Figures, float, float]:
    """Fill the server and play; return what was measured, and the processor and memory that it took."""
    swarm = Swarm(options.tables, options.edition)
    took = await swarm.open(server.url)
    print(f"{options.tables} tables, {options.tables * SEATS} sockets, opened in {took:.1f} s", flush=True)
    before = server.cpu()
    figures = await swarm.play(options.seconds, options.every)
    used = server.cpu() - before, server.memory()
    await swarm.close()
    return figures, *used


def report(figures: Figures, seconds: float, cpu: float, memory: float) -> None:
    """Print the table."""
    own = resource.getrusage(resource.RUSAGE_SELF)
    rows = [
        ("cards laid", f"{len(figures.delays)}"),
        ("cards a second", f"{len(figures.delays) / seconds:.0f}"),
        ("frames a second", f"{figures.frames / seconds:.0f}"),
        ("games dealt", f"{figures.games}"),
        ("refused", f"{figures.refused}"),
        *((f"p{percent}, ms", f"{figures.at(percent):.1f}") for percent in (50, 95, 99)),
        ("slowest, ms", f"{figures.at(100):.1f}"),
        ("server CPU in play, s", f"{cpu:.1f}"),
        ("server memory, MB", f"{memory:.0f}"),
        ("load generator CPU, s", f"{own.ru_utime + own.ru_stime:.1f}"),
    ]
    for name, value in rows:
        print(f"{name:<24}{value:>10}")


def main() -> int:
    """Start a server, load it, print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--every", type=float, default=1.0, help="seconds between two moves at a table")
    parser.add_argument("--edition", default="base")
    options = parser.parse_args()
    allow_files(options.tables * SEATS + 200)
    with tempfile.TemporaryDirectory() as folder:
        server = Served(f"sqlite:///{Path(folder) / 'tables.db'}")
        try:
            figures, cpu, memory = asyncio.run(measure(server, options))
        finally:
            server.close()
    report(figures, options.seconds, cpu, memory)
    met = figures.at(99) < 100
    print("bar (p99 < 100 ms):", "met" if met else "missed")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
