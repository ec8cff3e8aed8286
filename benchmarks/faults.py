"""Play while everything goes wrong, then check every table: nothing acknowledged is lost, nothing happens twice.

    python benchmarks/faults.py [--faults 100] [--tables 8] [--seed 1] [--database postgresql://…]

Scripted people play at many tables of a real server on the loopback address, over a proxy in this process that can
cut, delay and stall their lines. Faults come at random from a printed seed: kill -9 of the server (or of one of
two, with PostgreSQL), cut lines, lines that stall, slow lines, floods of silent connections. After each the game
goes on. At the end every log is read from its first event: each acknowledged command is there once, all screens of
a table show the same, and no screen showed a card of another seat. Caveats: this machine only; clocks are not
skewed, disks are not filled.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from nonante.server.store import open_store
from nonante.table import Table

PATIENCE = 60.0
PACE = 0.1  # seconds a person thinks, so that no limit is met


class Site:
    """One or two server processes on one database."""

    def __init__(self, database: str, processes: int) -> None:
        self.database = database
        self.processes = [self._start() for _ in range(processes)]

    def _start(self) -> tuple[subprocess.Popen[str], str]:
        command = [sys.executable, "-m", "nonante", "serve", "--port", "0", "--pace", "0", "--database", self.database]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        return process, (process.stdout.readline() if process.stdout else "").split()[-1]

    async def kill(self, number: int) -> None:
        """Kill a process with -9 and start another one."""
        process, _ = self.processes[number]
        process.kill()
        await asyncio.to_thread(process.wait)
        self.processes[number] = await asyncio.to_thread(self._start)

    def close(self) -> None:
        """End all."""
        for process, _ in self.processes:
            process.terminate()
            process.wait(timeout=30)


class Line:
    """The way of one client to the server, through this process, where it can be disturbed."""

    def __init__(self) -> None:
        self.delay = 0.0
        self.stalled = False
        self.writers: set[asyncio.StreamWriter] = set()
        self.port = 0

    async def listen(self, target: Any) -> asyncio.Server:
        """Pass everything on to where `target` says."""

        async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            with contextlib.suppress(OSError):
                while data := await reader.read(65536):
                    while self.stalled:
                        await asyncio.sleep(0.05)
                    await asyncio.sleep(self.delay)
                    writer.write(data)
                    await writer.drain()
            writer.close()

        async def pair(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            try:
                url = httpx.URL(target())
                there, back = await asyncio.open_connection(url.host, url.port)
            except OSError:
                writer.close()
                return
            self.writers |= {writer, back}
            await asyncio.gather(carry(reader, back), carry(there, writer), return_exceptions=True)
            self.writers -= {writer, back}

        server = await asyncio.start_server(pair, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        return server

    def cut(self) -> None:
        """Cut the line."""
        for writer in list(self.writers):
            writer.transport.abort()


class Person:
    """A script at one seat, who comes back whenever the line drops."""

    def __init__(self, code: str, token: str, line: Line, seat: int) -> None:
        self.code, self.token, self.line, self.seat = code, token, line, seat
        self.table: dict[str, Any] = {}
        self.acknowledged: list[str] = []
        self.leaks = 0
        self._count = 0
        self._open: tuple[str, dict[str, Any]] | None = None

    async def live(self, over: asyncio.Event) -> None:
        """Play until told to stop."""
        while not over.is_set():
            try:
                address = f"ws://127.0.0.1:{self.line.port}/ws/{self.code}"
                async with connect(address, open_timeout=5, ping_interval=2, ping_timeout=4) as socket:
                    await socket.send(json.dumps({"type": "hello", "token": self.token, "key": "hello"}))
                    await self._play(socket, over)
            except (OSError, WebSocketException, TimeoutError):
                await asyncio.sleep(0.1)

    async def _play(self, socket: Any, over: asyncio.Event) -> None:
        while not over.is_set():
            try:
                frame = json.loads(await asyncio.wait_for(socket.recv(), 1))
            except TimeoutError:
                frame = {}
            if "table" in frame:
                self._look(frame["table"])
            if self._open and frame.get("key") == self._open[0]:
                if frame["type"] in ("update", "done"):
                    self.acknowledged.append(self._open[0])
                self._open = None
            await self._act(socket, again=frame.get("key") == "hello")

    def _look(self, table: dict[str, Any]) -> None:
        self.table = table
        game = table["game"]
        if game and game["status"] == "playing" and (game["reveal"] or len(game["hand"]) != self._own_count(table)):
            self.leaks += 1

    def _own_count(self, table: dict[str, Any]) -> int:
        return int(table["seats"][self.seat]["count"])

    async def _act(self, socket: Any, again: bool) -> None:
        if self._open is None:
            message = self._wish()
            if message is None:
                return
            self._count += 1
            self._open = f"{self.code}-{self.seat}-{self._count:06}", message
        elif not again:
            return
        await asyncio.sleep(PACE)
        key, message = self._open  # sent again after the line dropped: it must not happen twice
        await socket.send(json.dumps({**message, "key": key}))

    def _wish(self) -> dict[str, Any] | None:
        game = self.table.get("game")
        if not game or game["status"] != "playing":
            return {"type": "deal"} if self.seat == self.table.get("host") else None
        if game["starter"] is None:
            return {"type": "start"} if self.seat == 0 else None
        if game["active"] != self.seat:
            return None
        return {"type": "play", "move": choose(game), "seq": self.table["seq"]}


def choose(game: dict[str, Any]) -> str:
    """Lay the smallest step until the turn may end."""
    if game["end"] is None:
        return "end"
    options = [(o["jump"], f"{c['card']}{o['pile']}") for c in game["hand"] for o in c["options"] if o["ok"]]
    return min(options)[1] if options else "end"


async def seat_people(site: Site, tables: int, lines: list[Line]) -> list[list[Person]]:
    """Open the tables, two people each, on lines of their own."""
    parties: list[list[Person]] = []
    for _ in range(tables):
        async with httpx.AsyncClient(base_url=site.processes[0][1], timeout=PATIENCE) as http:
            settings = {"rules": {"edition": "extreme", "players": 2}}
            opened = (await http.post("/api/tables", json={"name": "Anna", "settings": settings})).json()
        people = [Person(opened["code"], opened["token"], lines[len(parties) * 2], 0)]
        async with connect(f"ws://127.0.0.1:{lines[len(parties) * 2 + 1].port}/ws/{opened['code']}") as socket:
            for message in (
                {"type": "hello", "key": "k"},
                {"type": "sit", "name": "Bruno", "key": "long-key-of-bruno"},
            ):
                await socket.send(json.dumps(message))
            while not (frame := json.loads(await socket.recv())).get("token"):
                pass
        people.append(Person(opened["code"], frame["token"], lines[len(parties) * 2 + 1], 1))
        parties.append(people)
    return parties


async def disturb(site: Site, lines: list[Line], chance: random.Random, counts: Counter[str]) -> None:
    """Let one fault happen."""
    kind = chance.choices(["cut", "stall", "slow", "kill", "silent"], [8, 3, 4, 2, 1])[0]
    counts[kind] += 1
    line = chance.choice(lines)
    match kind:
        case "cut":
            line.cut()
        case "stall":
            line.stalled = True
            await asyncio.sleep(chance.uniform(0.1, 1.0))
            line.stalled = False
        case "slow":
            line.delay = chance.uniform(0, 0.2)
        case "kill":
            await site.kill(chance.randrange(len(site.processes)))
        case "silent":
            url = httpx.URL(site.processes[0][1])
            with contextlib.suppress(OSError):
                crowd = [await asyncio.open_connection(url.host, url.port) for _ in range(20)]
                for _, writer in crowd:
                    writer.close()
    await asyncio.sleep(chance.uniform(0.0, 0.2))


async def judge(database: str, parties: list[list[Person]]) -> dict[str, int]:
    """Read every log from its first event, and compare with what people were told."""
    found = Counter({"events": 0, "acknowledged": 0, "lost": 0, "twice": 0, "divergent": 0, "leaks": 0})
    store = open_store(database)
    try:
        for people in parties:
            kept = await store.load(people[0].code)
            keys = Counter(entry.key for entry in kept.entries if entry.key) if kept else Counter()
            table = Table.fold(kept.events) if kept else Table()
            found["events"] += len(kept.entries) if kept else 0
            found["twice"] += sum(count - 1 for count in keys.values())
            for person in people:
                found["acknowledged"] += len(person.acknowledged)
                found["lost"] += sum(key not in keys for key in person.acknowledged)
                found["leaks"] += person.leaks
                tops = [pile["top"] for pile in person.table["game"]["piles"]]
                same = person.table["seq"] == (len(kept.entries) if kept else 0)
                found["divergent"] += same and tops != list(table.require_game().tops)
    finally:
        await store.close()
    return dict(found)


async def play(options: argparse.Namespace, database: str) -> dict[str, int]:
    """Play, disturb, stop, judge."""
    chance = random.Random(options.seed)
    site = Site(database, 2 if database.startswith("postgres") else 1)
    lines = [Line() for _ in range(options.tables * 2)]
    over, counts = asyncio.Event(), Counter[str]()
    try:
        for number, line in enumerate(lines):
            await line.listen(lambda number=number: site.processes[number % len(site.processes)][1])
        parties = await seat_people(site, options.tables, lines)
        people = [asyncio.create_task(person.live(over)) for party in parties for person in party]
        for _ in range(options.faults):
            await disturb(site, lines, chance, counts)
        for line in lines:
            line.delay = 0.0
        await asyncio.sleep(6)  # everybody is back within 5 s
        back = sum(bool(line.writers) for line in lines)
        over.set()
        await asyncio.gather(*people)
    finally:
        site.close()
    print(", ".join(f"{count} {kind}" for kind, count in sorted(counts.items())), f"; {back} of {len(lines)} back")
    return await judge(database, parties)


def main() -> int:
    """Run, print what was found; exit code 1 when anything was lost, doubled, divergent or leaked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--faults", type=int, default=100)
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", help="an empty PostgreSQL database; without it SQLite in a temporary folder")
    options = parser.parse_args()
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(play(options, options.database or f"sqlite:///{folder}/tables.db"))
    print(f"seed {options.seed}, {options.faults} faults in {time.perf_counter() - began:.0f} s:", found)
    return 1 if any(found[name] for name in ("lost", "twice", "divergent", "leaks")) else 0


if __name__ == "__main__":
    sys.exit(main())
