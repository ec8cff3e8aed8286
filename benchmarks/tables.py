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
import random
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

SEATS = 5
NAMES = ("Anna", "Bruno", "Clara", "David", "Emil")


# ---------------------------------------------------------------- the server's process


def serve(database: str) -> None:
    """Run the server until told to stop, with limits that let one address fill it."""
    from nonante.server.app import create_app
    from nonante.server.limits import Limits, Rate
    from nonante.server.running import listen, run, url_of
    from nonante.server.store import open_store

    many = 100_000
    free = Rate(many, many)
    limits = Limits(
        tables=many,
        sockets_per_address=many,
        openings=free,
        requests=free,
        address_messages=free,
        connections=many,
    )
    listener = listen("127.0.0.1", 0)
    app = create_app(open_store(database), limits)
    run(app, listener, lambda: print(url_of(listener), flush=True), limits)
    usage = resource.getrusage(resource.RUSAGE_SELF)
    print(usage.ru_utime + usage.ru_stime, usage.ru_maxrss, flush=True)


# ---------------------------------------------------------------- the load


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


full = msgspec.json.Decoder(Frame)
thin = msgspec.json.Decoder(ThinFrame)


@dataclass
class Figures:
    """What was measured."""

    delays: list[float] = field(default_factory=list)
    games: int = 0
    frames: int = 0
    refused: int = 0


class Party:
    """Five scripts at one table."""

    def __init__(self, figures: Figures, edition: str) -> None:
        self.figures = figures
        self.edition = edition
        self.sockets: list[ClientConnection] = []
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
        address = url.replace("http", "ws") + f"ws/{opened['code']}"
        for seat in range(SEATS):
            socket = await connect(address, compression=None, max_queue=64)
            self.sockets.append(socket)
            await self.send(seat, type="hello", token=opened["token"] if seat == 0 else None)
            await socket.recv()
            if seat:
                await self.send(seat, type="sit", name=NAMES[seat])
        self.readers = [asyncio.create_task(self.read(seat)) for seat in range(SEATS)]
        await self.reach(2 + SEATS - 1)
        await self.deal()

    async def send(self, seat: int, **message: object) -> None:
        """Send a message with a key of its own."""
        self.count += 1
        await self.sockets[seat].send(msgspec.json.encode({**message, "key": f"key-{self.count}"}).decode())

    async def read(self, seat: int) -> None:
        """Note the newest frame of one seat."""
        async for raw in self.sockets[seat]:
            self.figures.frames += 1
            frame = thin.decode(raw)
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
            await asyncio.wait_for(self.waiting, 30)

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
            await asyncio.sleep(max(0.0, random.uniform(0.5, 1.5) * every - took))

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


async def load(url: str, tables: int, seconds: float, every: float, edition: str = "base") -> Figures:
    """Fill the server and play."""
    figures = Figures()
    parties = [Party(figures, edition) for _ in range(tables)]
    async with httpx.AsyncClient(base_url=url, timeout=30) as http:
        began = time.perf_counter()
        gate = asyncio.Semaphore(8)

        async def enter(party: Party) -> None:
            async with gate:
                await party.open(url, http)

        await asyncio.gather(*(enter(party) for party in parties))
        print(f"{tables} tables, {tables * SEATS} sockets, opened in {time.perf_counter() - began:.1f} s", flush=True)
    figures.frames = 0
    until = time.perf_counter() + seconds
    await asyncio.gather(*(party.play(every, until) for party in parties))
    await asyncio.gather(*(party.close() for party in parties))
    return figures


def report(figures: Figures, seconds: float, server: list[str], own: float) -> bool:
    """Print the table; tell whether the bar is met."""
    delays = sorted(figures.delays)
    at = {part: 1000 * delays[min(len(delays) - 1, int(len(delays) * part / 100))] for part in (50, 95, 99)}
    rows = [
        ("cards laid", f"{len(delays)}"),
        ("cards a second", f"{len(delays) / seconds:.0f}"),
        ("frames a second", f"{figures.frames / seconds:.0f}"),
        ("games dealt", f"{figures.games}"),
        ("refused", f"{figures.refused}"),
        ("p50, ms", f"{at[50]:.1f}"),
        ("p95, ms", f"{at[95]:.1f}"),
        ("p99, ms", f"{at[99]:.1f}"),
        ("slowest, ms", f"{1000 * delays[-1]:.1f}"),
        ("server CPU, s", f"{float(server[0]):.1f}"),
        ("server memory, MB", f"{int(server[1]) / 1024:.0f}"),
        ("load generator CPU, s", f"{own:.1f}"),
    ]
    for name, value in rows:
        print(f"{name:<24}{value:>10}")
    return at[99] < 100


def main() -> int:
    """Start a server, load it, print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--every", type=float, default=1.0, help="seconds between two moves at a table")
    parser.add_argument("--edition", default="base")
    parser.add_argument("--database", metavar="URL", help="an empty database; without it SQLite in a temporary folder")
    parser.add_argument("--serve", metavar="URL", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve(options.serve)
        return 0
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = options.tables * SEATS + 200
    if soft < needed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(needed, hard), hard))
    with tempfile.TemporaryDirectory() as folder:
        database = options.database or f"sqlite:///{Path(folder) / 'tables.db'}"
        command = [sys.executable, __file__, "--serve", database]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            url = (server.stdout.readline() if server.stdout else "").strip()
            figures = asyncio.run(load(url, options.tables, options.seconds, options.every, options.edition))
        finally:
            server.terminate()
            rest, _ = server.communicate(timeout=30)
    usage = resource.getrusage(resource.RUSAGE_SELF)
    met = report(figures, options.seconds, rest.split(), usage.ru_utime + usage.ru_stime)
    print("bar (p99 < 100 ms):", "met" if met else "missed")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
