"""Play while everything goes wrong, then check every table: nothing acknowledged is lost, nothing happens twice.

    python benchmarks/faults.py [--faults 1000] [--tables 12] [--seed 1] [--store sqlite | postgres]
    python benchmarks/faults.py --rolling [--tables 200]

Scripted people play at many tables of real servers on the loopback address: one process on SQLite, or two on a
PostgreSQL of our own, with the two seats of each table at different ones. Their lines lead through this process.
Faults come at random from a printed seed, which alone decides kinds, places, sizes and pauses: kill -9 of a process;
a restart of the database (SQLite: another program locks the file); lines cut, slow or stalled; a full disk (no file
may grow); clocks set wrong by up to a day; no descriptors left; crowds of silent connections. At the end every log is
read from its first event: each acknowledged command is there once and no refused one, every frame that anybody saw is
what the log says, with one's own cards and nobody else's. When all have gone the processes hold no more than before,
and they have written no traceback.

`--rolling` is an upgrade instead: two processes on one PostgreSQL are replaced one after the other while people play.
Caveats: this machine only; a wrong clock is a hook in the server's process, as the system's own may not be touched.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import resource
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

import httpx
import psycopg
from swarm import allow_files, new_database, postgres
from trial import Person, Process, Site, judge, seat_people

WEIGHTS = {
    "cut": 30,
    "stall": 14,
    "slow": 14,
    "kill": 5,
    "database": 3,
    "full": 6,
    "clock": 9,
    "files": 6,
    "silent": 6,
}
BACK = 5.0  # seconds in which everybody is to be back
SPARE = 4  # files that a process may hold more at the end: it opens some when it needs them
CROWD = 20
AT_ONCE = 32  # faults that last at the same time, or wait for their turn
FULL = """
CREATE OR REPLACE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = 'disk_full'; END $$
"""


class Fault(NamedTuple):
    """One thing that goes wrong."""

    kind: str
    place: int
    """Which line or process; they are counted around."""
    size: float
    """How much of it, from 0 to 1."""
    pause: float
    """Seconds until the next one."""


def plan(seed: int, count: int) -> list[Fault]:
    """Return what will go wrong: the same for the same seed."""
    chance = random.Random(seed)
    kinds = chance.choices(list(WEIGHTS), list(WEIGHTS.values()), k=count)
    return [Fault(kind, chance.randrange(10**6), chance.random(), chance.uniform(0, 0.5)) for kind in kinds]


class Trouble:
    """Makes the faults of a plan."""

    def __init__(self, site: Site, people: list[Person], server: Any) -> None:
        self._site = site
        self._people = people
        self._server = server
        self._busy = asyncio.Lock()  # a process or database that is down cannot be hurt in another way
        self.counts: Counter[str] = Counter()

    async def make(self, fault: Fault) -> None:
        """Let one fault happen, and end."""
        kinds: dict[str, Callable[[Fault], Awaitable[None]]] = {
            "cut": self._cut,
            "stall": self._stall,
            "slow": self._slow,
            "silent": self._silent,
            "clock": self._clock,
        }
        self.counts[fault.kind] += 1
        if fault.kind in kinds:
            await kinds[fault.kind](fault)
            return
        async with self._busy:
            process = self._site.processes[fault.place % len(self._site.processes)]
            await getattr(self, f"_{fault.kind}")(fault, process)

    # Lines.

    def _line(self, fault: Fault) -> Any:
        return self._people[fault.place % len(self._people)].line

    async def _cut(self, fault: Fault) -> None:
        self._line(fault).cut()

    async def _stall(self, fault: Fault) -> None:
        line = self._line(fault)
        line.stalled = True
        await asyncio.sleep(0.1 + fault.size)
        line.stalled = False

    async def _slow(self, fault: Fault) -> None:
        self._line(fault).delay = fault.size * 0.2

    async def _silent(self, fault: Fault) -> None:
        url = httpx.URL(self._site.url(fault.place % 2))
        with contextlib.suppress(OSError):
            crowd = [await asyncio.open_connection(url.host, url.port) for _ in range(CROWD)]
            await asyncio.sleep(fault.size)
            for _, writer in crowd:
                writer.close()

    # Machines.

    async def _clock(self, fault: Fault) -> None:
        process = self._site.processes[fault.place % len(self._site.processes)]
        process.clock.write_text(f"{(fault.size - 0.5) * 2 * 86_400:.0f}")

    async def _kill(self, _: Fault, process: Process) -> None:
        await self._site.kill(self._site.processes.index(process))

    async def _files(self, fault: Fault, process: Process) -> None:
        with process.limited(resource.RLIMIT_NOFILE, process.files()):
            await asyncio.sleep(fault.size)

    async def _full(self, fault: Fault, process: Process) -> None:
        if self._server is None:
            with process.limited(resource.RLIMIT_FSIZE, 4096):
                await asyncio.sleep(fault.size)
        else:
            await asyncio.to_thread(self._fill_postgres, fault.size)

    def _fill_postgres(self, seconds: float) -> None:
        """Let the database say for a while that its disk is full."""
        with psycopg.connect(self._site.database, autocommit=True) as admin:
            admin.execute(FULL)
            admin.execute("CREATE TRIGGER full_disk BEFORE INSERT ON events EXECUTE FUNCTION full_disk()")
            time.sleep(seconds)
            admin.execute("DROP TRIGGER full_disk ON events")

    async def _database(self, fault: Fault, _: Process) -> None:
        if self._server is not None:
            await asyncio.to_thread(self._restart_postgres)
        else:
            await asyncio.to_thread(_lock, self._site.database.removeprefix("sqlite:///"), fault.size)

    def _restart_postgres(self) -> None:
        self._server.stop()
        self._server.ensure_postgres_running()


def _lock(path: str, seconds: float) -> None:
    """Hold an SQLite file, as a careless program does."""
    other = sqlite3.connect(path, isolation_level=None, timeout=5)
    with contextlib.closing(other), contextlib.suppress(sqlite3.OperationalError):
        other.execute("BEGIN IMMEDIATE")
        time.sleep(seconds)
        other.execute("ROLLBACK")


async def disturb(site: Site, people: list[Person], options: argparse.Namespace, server: Any) -> Counter[str]:
    """Go through a plan of faults; several last at the same time."""
    trouble = Trouble(site, people, server)
    running: set[asyncio.Task[None]] = set()
    for fault in plan(options.seed, options.faults):
        task = asyncio.create_task(trouble.make(fault))
        running.add(task)
        await asyncio.sleep(fault.pause)
        while len(running) > AT_ONCE:
            done, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.gather(*done)
    await asyncio.gather(*running)
    for person in people:
        person.line.delay = 0.0
    return trouble.counts


async def roll(site: Site, people: list[Person], options: argparse.Namespace, server: Any) -> Counter[str]:
    """Replace every process once while people play."""
    del people, server
    for number in range(len(site.processes)):
        await asyncio.sleep(options.seconds)
        await site.replace(number)
    await asyncio.sleep(options.seconds)
    return Counter(replaced=len(site.processes))


async def play(options: argparse.Namespace, database: str, folder: str, server: Any) -> Counter[str]:
    """Play, disturb, stop, judge."""
    random.seed(options.seed)
    site = Site(database, 2 if server else 1, folder)
    over = asyncio.Event()
    try:
        files = max(process.files() for process in site.processes)
        parties = await seat_people(site, options.tables, options.pace)
        people = [person for party in parties for person in party]
        lives = [asyncio.create_task(person.live(over)) for person in people]
        await until(lambda: all(person.connected for person in people))
        for person in people:
            person.absences.clear()
        counts = await (roll if options.rolling else disturb)(site, people, options, server)
        back = await until(lambda: all(person.connected for person in people))
        for person in people:
            if not person.connected:
                print(f"{person.code}, seat {person.seat} is not back: {person.trouble}")
        if back > BACK:
            print(*(process.condition() for process in site.processes), sep="\n")
        over.set()
        await asyncio.gather(*lives)
        await until(lambda: all(process.files() <= files + SPARE for process in site.processes))
        held = max(process.files() for process in site.processes) - files
    finally:
        await site.close()
    print(", ".join(f"{count} {kind}" for kind, count in sorted(counts.items())))
    away = sorted(absence for person in people for absence in person.absences) or [0.0]
    print(f"{len(away)} lines came back: half within {away[len(away) // 2]:.2f} s, the last within {away[-1]:.2f} s")
    print(f"all {len(people)} back {back:.1f} s after the end; files held more than before: {max(0, held)}")
    found: Counter[str] = await judge(database, parties)
    found["late"], found["held"] = int(back > BACK), int(held > SPARE)
    found["traces"] = len(site.traces())
    for end in site.traces():
        print(f"a traceback: {end}")
    return found


async def until(happened: Callable[[], bool], patience: float = 30.0) -> float:
    """Wait until something is so, or patience ends; return how long it took."""
    began = time.perf_counter()
    while not happened() and time.perf_counter() - began < patience:
        await asyncio.sleep(0.05)
    return time.perf_counter() - began


def main() -> int:
    """Run, print what was found; exit code 1 when anything was lost, doubled, divergent, leaked, late or traced."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--faults", type=int, default=1000)
    parser.add_argument("--tables", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--store", choices=["sqlite", "postgres"], default="sqlite")
    parser.add_argument("--rolling", action="store_true", help="an upgrade of two processes instead of faults")
    parser.add_argument("--seconds", type=float, default=15, help="of play before, between and after (--rolling)")
    parser.add_argument("--pace", type=float, help="seconds a person thinks")
    options = parser.parse_args()
    options.tables = options.tables or (200 if options.rolling else 12)
    options.pace = options.pace or (2.0 if options.rolling else 0.1)
    allow_files(options.tables * 12 + 500)
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        server = postgres(folder) if options.rolling or options.store == "postgres" else None
        try:
            database = new_database(server, "faults") if server else f"sqlite:///{folder}/tables.db"
            found = asyncio.run(play(options, database, folder, server))
        finally:
            if server:
                server.cleanup()
    print(f"seed {options.seed}, {time.perf_counter() - began:.0f} s:", dict(found))
    wrong = ("lost", "twice", "refused yet kept", "divergent", "leaked", "late", "held", "traces")
    return 1 if any(found[name] for name in wrong) else 0


if __name__ == "__main__":
    sys.exit(main())
