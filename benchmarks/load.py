"""What a table costs when there are few and when there are many, on SQLite and on PostgreSQL.

    python benchmarks/load.py [--tables 100 1000] [--seconds 30] [--every 3] [--stores sqlite postgres]

Tables of five, a card every 3 seconds at each, from the lay to the last of five screens: first warm, then cold, which
is after the server was ended and started again and everybody came back to tables that it has to wake. The last lines
say what is asked of it: p99 under 100 ms, warm and cold, under 300 MB, and a table of many costs no more than one of
few. Caveats: the people are one more process on the same cores, over loopback, and send no heartbeats as browsers do;
the champion, which loads only while nobody plays, is in no figure (it adds about 130 MB where `[fast]` is installed).
PostgreSQL is one of our own, from the wheel that the tests use.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from dataclasses import dataclass

from swarm import SEATS, Figures, Served, Swarm, allow_files, new_database, postgres

SLOWEST = 100.0  # ms, p99
LARGEST = 300.0  # MB
FLAT = 1.25  # times the cost of a table among few


@dataclass
class Phase:
    """What one phase of play showed."""

    figures: Figures
    entered: float
    """Seconds until everybody sat there."""
    cost: float
    """Milliseconds of processor for one table and second."""
    memory: float

    def rows(self) -> dict[str, str]:
        """Return its lines of the table."""
        return {
            "all connected after, s": f"{self.entered:.1f}",
            "cards laid": f"{len(self.figures.delays)}",
            **{f"p{percent}, ms": f"{self.figures.at(percent):.1f}" for percent in (50, 95, 99)},
            "slowest, ms": f"{self.figures.at(100):.1f}",
            "refused": f"{self.figures.refused}",
            "CPU per table, ms/s": f"{self.cost:.2f}",
            "memory, MB": f"{self.memory:.0f}",
        }


async def measure(database: str, tables: int, options: argparse.Namespace) -> dict[str, Phase]:
    """Fill a server and play; end it, start it again, and go on."""
    swarm = Swarm(tables, options.edition)
    phases: dict[str, Phase] = {}
    for name in ("warm", "cold"):
        server = Served(database)
        try:
            entered = await (swarm.come_back(server.url) if phases else swarm.open(server.url))
            before = server.cpu()
            figures = await swarm.play(options.seconds, options.every)
            cost = 1000 * (server.cpu() - before) / tables / options.seconds
            phases[name] = Phase(figures, entered, cost, server.memory())
            await swarm.close()
        finally:
            await asyncio.to_thread(server.close)
    return phases


def show(columns: dict[str, Phase]) -> None:
    """Print all phases side by side."""
    rows = {name: phase.rows() for name, phase in columns.items()}
    print(f"{'':<20}" + "".join(f"{name:>20}" for name in rows))
    for row in next(iter(rows.values())):
        print(f"{row:<20}" + "".join(f"{phase[row]:>20}" for phase in rows.values()))


def verdict(columns: dict[str, Phase], few: int, many: int) -> bool:
    """Print what is asked, and tell whether all of it is met."""
    slowest = max(phase.figures.at(99) for phase in columns.values())
    largest = max(phase.memory for phase in columns.values())
    growth = max(
        phase.cost / columns[name.replace(f"{many} ", f"{few} ", 1)].cost
        for name, phase in columns.items()
        if name.startswith(f"{many} ")
    )
    bars = [("p99, ms", slowest, SLOWEST), ("memory, MB", largest, LARGEST), ("cost, times", growth, FLAT)]
    for name, value, bar in bars:
        print(f"{name}: {value:.2f}, bar {bar:g}: {'met' if value < bar else 'missed'}")
    return all(value < bar for _, value, bar in bars)


def main() -> int:
    """Measure, and print a table; exit code 1 when a bar was missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, nargs="+", default=[100, 1000])
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--every", type=float, default=3.0, help="seconds between two moves at a table")
    parser.add_argument("--edition", default="base")
    parser.add_argument("--stores", nargs="+", choices=["sqlite", "postgres"], default=["sqlite", "postgres"])
    options = parser.parse_args()
    allow_files(max(options.tables) * SEATS + 200)
    columns: dict[str, Phase] = {}
    with tempfile.TemporaryDirectory() as folder:
        server = postgres(folder) if "postgres" in options.stores else None
        try:
            for store in options.stores:
                for tables in sorted(options.tables):
                    name = f"load_{tables}"
                    database = new_database(server, name) if store == "postgres" else f"sqlite:///{folder}/{name}.db"
                    phases = asyncio.run(measure(database, tables, options))
                    columns |= {f"{tables} {store} {phase}": found for phase, found in phases.items()}
        finally:
            if server:
                server.cleanup()
    show(columns)
    return 0 if verdict(columns, min(options.tables), max(options.tables)) else 1


if __name__ == "__main__":
    sys.exit(main())
