"""What trials of endurance share: processes to be hurt, lines to be cut, people who play on, and the verdict.

Run as a program it is the server, with a clock that can be set wrong: `python benchmarks/trial.py CLOCK serve …`.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import re
import resource
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from nonante.server.databases import open_store
from nonante.table import Table

PATIENCE = 60.0
STARTS = 20  # tries


# ---------------------------------------------------------------- the server


def serve_with_clock(clock: Path, arguments: list[str]) -> None:
    """Run the server; its clock is wrong by as many seconds as the file says at the moment."""
    from nonante.cli import main

    right, skew = time.time, [0.0]

    def wrong() -> float:
        with contextlib.suppress(OSError):  # no descriptor left, which is another fault: as wrong as before
            skew[0] = float((clock.read_text() if clock.exists() else "") or 0)
        return right() + skew[0]

    time.time = wrong
    sys.argv = ["nonante", *arguments]
    main()


class Process:
    """One server process."""

    def __init__(self, database: str, clock: Path) -> None:
        arguments = ["serve", "--port", "0", "--pace", "0", "--sockets", "2000", "--database", database]
        self._command = [sys.executable, __file__, str(clock), *arguments]
        self._log = clock.with_suffix(".log")
        self.clock = clock
        self.up = True
        self._limits: dict[int, tuple[int, tuple[int, int]]] = {}
        """What it may have less of: how many want that, and how much there was before."""
        for _ in range(STARTS):
            self._process, said = self._start()
            if said:
                self.url = said[-1]
                return
            time.sleep(0.5)  # the database is not there: a service manager would start it again too
        raise RuntimeError(f"the server does not start: {self._log.read_text()[-2000:]}")

    def _start(self) -> tuple[subprocess.Popen[str], list[str]]:
        process = subprocess.Popen(self._command, stdout=subprocess.PIPE, stderr=self._log.open("a"), text=True)
        return process, (process.stdout.readline() if process.stdout else "").split()

    @property
    def pid(self) -> int:
        """Its number."""
        return self._process.pid

    def condition(self) -> str:
        """Tell whether it runs, and what it said last."""
        code = self._process.poll()
        runs = "runs" if code is None else f"has ended with {code}"
        return f"process {self.pid} {runs}; {self._log.read_text()[-600:]}"

    def files(self) -> int:
        """Return how many files and lines it has open."""
        return len(list(Path(f"/proc/{self.pid}/fd").iterdir()))

    @contextlib.contextmanager
    def limited(self, what: int, most: int) -> Any:
        """Let it have less of something, for as long as this lasts, and others that began meanwhile."""
        now = resource.prlimit(self.pid, what)
        lasting, before = self._limits.get(what, (0, now))
        self._limits[what] = lasting + 1, before
        resource.prlimit(self.pid, what, (min(most, now[0]) if now[0] >= 0 else most, before[1]))
        try:
            yield
        finally:
            lasting, before = self._limits[what]
            self._limits[what] = lasting - 1, before
            if lasting == 1:
                del self._limits[what]
                with contextlib.suppress(ProcessLookupError):
                    resource.prlimit(self.pid, what, before)

    async def end(self, hard: bool = False) -> None:
        """End it, with -9 or politely, and wait until it is gone."""
        self.up = False
        if hard:
            self._process.kill()
        else:
            self._process.terminate()
        await asyncio.to_thread(self._process.wait)
        if self._process.stdout:
            self._process.stdout.close()


class Site:
    """One or two server processes on one database; people are sent to any that is up."""

    def __init__(self, database: str, processes: int, folder: str) -> None:
        self.database = database
        self._clocks = [Path(folder) / f"clock-{number}" for number in range(processes)]
        self.processes = [Process(database, clock) for clock in self._clocks]

    async def kill(self, number: int) -> None:
        """Kill a process with -9 and start another one."""
        await self.processes[number].end(hard=True)
        self.processes[number] = await asyncio.to_thread(Process, self.database, self._clocks[number])

    async def replace(self, number: int) -> None:
        """Upgrade one: start its successor, then let it end."""
        old = self.processes[number]
        self.processes[number] = await asyncio.to_thread(Process, self.database, self._clocks[number])
        await old.end()

    def url(self, favourite: int) -> str:
        """Return where to go: to one's favourite, or to any that is up."""
        for number in range(favourite, favourite + len(self.processes)):
            process = self.processes[number % len(self.processes)]
            if process.up:
                return process.url
        return self.processes[0].url

    def traces(self) -> list[str]:
        """Return how every traceback ends that a process wrote."""
        logs = [clock.with_suffix(".log").read_text() for clock in self._clocks]
        ends = [re.split(r"\n(?=\S)", trace, maxsplit=1) for log in logs for trace in log.split("Traceback ")[1:]]
        return [end[-1].partition("\n")[0] for end in ends]

    async def close(self) -> None:
        """End all."""
        for process in self.processes:
            await process.end()


# ---------------------------------------------------------------- the people


class Line:
    """The way of one client to the server, through this process, where it can be disturbed."""

    def __init__(self, target: Callable[[], str]) -> None:
        self.delay = 0.0
        self.stalled = False
        self.port = 0
        self._target = target
        self._writers: set[asyncio.StreamWriter] = set()

    async def listen(self) -> None:
        """Pass everything on to where the target is at the moment."""
        server = await asyncio.start_server(self._pair, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]

    async def _pair(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            url = httpx.URL(self._target())
            there, back = await asyncio.open_connection(url.host, url.port)
        except OSError:
            writer.close()
            return
        self._writers |= {writer, back}
        await asyncio.gather(self._carry(reader, back), self._carry(there, writer), return_exceptions=True)
        self._writers -= {writer, back}

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                while self.stalled:
                    await asyncio.sleep(0.05)
                await asyncio.sleep(self.delay)
                writer.write(data)
                await writer.drain()
        writer.close()

    def cut(self) -> None:
        """Cut the line."""
        for writer in list(self._writers):
            writer.transport.abort()


@dataclass
class Seen:
    """What one frame showed of a game, as far as it can be compared with the log."""

    shown: tuple[Any, ...]
    hand: list[int]
    leaked: bool


@dataclass
class Person:
    """A script at one seat, who comes back whenever the line drops."""

    code: str
    token: str
    line: Line
    seat: int
    pace: float
    table: dict[str, Any] = field(default_factory=dict)
    seen: dict[int, Seen] = field(default_factory=dict)
    """The number of an event -> what was shown after it."""
    acknowledged: list[str] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)
    """The key of a command -> why it was refused."""
    absences: list[float] = field(default_factory=list)
    """How long it took to be back, each time that the line dropped."""
    connected: bool = False
    trouble: str = ""
    """Why the line dropped last."""
    _count: int = 0
    _open: tuple[str, dict[str, Any]] | None = None

    @property
    def headers(self) -> dict[str, str]:
        """An address of one's own, as a trusted proxy would tell it: limits count people, not this machine."""
        return {"X-Forwarded-For": f"10.{self.line.port >> 8}.{self.line.port & 255}.{self.seat + 1}"}

    async def live(self, over: asyncio.Event) -> None:
        """Play until told to stop."""
        gone_at = time.perf_counter()
        while not over.is_set():
            try:
                address = f"ws://127.0.0.1:{self.line.port}/ws/{self.code}"
                options: dict[str, Any] = {"open_timeout": 5, "ping_interval": 2, "ping_timeout": 4}
                async with connect(address, additional_headers=self.headers, **options) as socket:
                    await socket.send(json.dumps({"type": "hello", "token": self.token, "key": "hello"}))
                    async with asyncio.timeout(5):
                        self._look(json.loads(await socket.recv()).get("table"))
                    self.absences.append(time.perf_counter() - gone_at)
                    self.connected = True
                    await self._act(socket, again=True)
                    await self._play(socket, over)
            except (OSError, WebSocketException, TimeoutError) as error:
                self.trouble = f"{type(error).__name__} {error}"
                await asyncio.sleep(0.1)
            if self.connected:
                gone_at, self.connected = time.perf_counter(), False

    async def _play(self, socket: Any, over: asyncio.Event) -> None:
        while not over.is_set():
            try:
                frame = json.loads(await asyncio.wait_for(socket.recv(), 1))
            except TimeoutError:
                frame = {}
            self._look(frame.get("table"))
            if self._open and frame.get("key") == self._open[0]:
                self._answered(self._open[0], frame)
                self._open = None
            await self._act(socket, again=False)

    def _answered(self, key: str, frame: dict[str, Any]) -> None:
        if frame["type"] in ("update", "done"):
            self.acknowledged.append(key)
        else:
            self.refused[key] = frame["refusal"]["code"]

    def _look(self, table: dict[str, Any] | None) -> None:
        if not table:
            return
        self.table = table
        game = table["game"]
        if game:
            tops = [pile["top"] for pile in game["piles"]]
            shown = game["status"], game["active"], game["turn"], game["draw_count"], tops
            leaked = game["status"] == "playing" and bool(game["reveal"])
            self.seen[table["seq"]] = Seen(shown, [card["card"] for card in game["hand"]], leaked)

    async def _act(self, socket: Any, again: bool) -> None:
        if self._open is None:
            message = self._wish()
            if message is None:
                return
            self._count += 1
            self._open = f"{self.code}-{self.seat}-{self._count:06}", message
        elif not again:
            return
        await asyncio.sleep(self.pace)
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


async def seat_people(site: Site, tables: int, pace: float) -> list[list[Person]]:
    """Open tables of two, with lines of their own to different processes."""
    lines = [Line(partial(site.url, number % 2)) for number in range(2 * tables)]
    for line in lines:
        await line.listen()
    return [await _seat_two(site, lines[2 * number : 2 * number + 2], pace) for number in range(tables)]


async def _seat_two(site: Site, lines: list[Line], pace: float) -> list[Person]:
    settings = {"rules": {"edition": random.choice(["base", "extreme"]), "players": 2}}
    headers = {"X-Forwarded-For": f"10.200.{lines[0].port >> 8}.{lines[0].port & 255}"}
    async with httpx.AsyncClient(base_url=site.url(0), timeout=PATIENCE, headers=headers) as http:
        opened = (await http.post("/api/tables", json={"name": "Anna", "settings": settings})).json()
    anna = Person(opened["code"], opened["token"], lines[0], 0, pace)
    bruno = Person(opened["code"], "", lines[1], 1, pace)
    async with connect(
        f"ws://127.0.0.1:{lines[1].port}/ws/{opened['code']}", additional_headers=bruno.headers
    ) as socket:
        for message in ({"type": "hello", "key": "k"}, {"type": "sit", "name": "Bruno", "key": "long-key-of-bruno"}):
            await socket.send(json.dumps(message))
        while not (frame := json.loads(await socket.recv())).get("token"):
            pass
    bruno.token = frame["token"]
    return [anna, bruno]


# ---------------------------------------------------------------- the verdict


async def judge(database: str, parties: Iterable[list[Person]]) -> Counter[str]:
    """Read every log from its first event, and compare it with what people were told and shown."""
    names = ("events", "acknowledged", "frames", "lost", "twice", "refused yet kept", "divergent", "leaked")
    found = Counter(dict.fromkeys(names, 0))
    store = open_store(database)
    try:
        for people in parties:
            kept = await store.load(people[0].code)
            entries = kept.entries if kept else ()
            keys = Counter(entry.key for entry in entries if entry.key)
            found["events"] += len(entries)
            found["twice"] += sum(count - 1 for count in keys.values())
            tables = _all_tables(entries)
            for person in people:
                found += _compared(person, keys, tables)
    finally:
        await store.close()
    return Counter({name: found[name] for name in names})


def _all_tables(entries: Iterable[Any]) -> list[Table]:
    tables = [Table()]
    for entry in entries:
        tables.append(tables[-1].apply(entry.event))
    return tables


def _compared(person: Person, keys: Counter[str], tables: list[Table]) -> Counter[str]:
    found = Counter(acknowledged=len(person.acknowledged), frames=len(person.seen))
    found["lost"] = sum(key not in keys for key in person.acknowledged)
    for key in filter(keys.__contains__, person.refused):
        found["refused yet kept"] += 1
        print(f"{key} was refused ({person.refused[key]}), yet it is in the log")
    for seq, seen in person.seen.items():
        game = tables[seq].game if seq < len(tables) else None
        if game is None:
            found["divergent"] += 1
            continue
        shown = game.status, game.active, game.turn, len(game.draw), list(game.tops)
        found["divergent"] += shown != seen.shown or sorted(seen.hand) != sorted(game.hands[person.seat])
        found["leaked"] += seen.leaked
    return found


if __name__ == "__main__":
    serve_with_clock(Path(sys.argv[1]), sys.argv[2:])
