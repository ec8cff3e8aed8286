"""What one or a few strangers can do to a server, and what an innocent table feels of it meanwhile.

    python benchmarks/attacks.py [--seconds 5] [NAME …]

Starts a real server on the loopback address, attacks it from this process, a few seconds for each attack, and speaks
to nothing else. An innocent table of two lays a card about ten times a second all the while: p50, p95 and the slowest
are from the lay to the last of two screens, with attackers and server sharing this machine's cores. Every attack is
bounded in count and in time. Caveat: all attackers sit on this machine, so that they have one address, except where an
attack pretends to many with the header of a trusted proxy.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

MOST = 400  # connections of one attack
_keys = itertools.count()


def key() -> str:
    """Return a key no other command has."""
    return f"attack-{next(_keys):08}-long-enough"


@dataclass
class Target:
    """The server under attack."""

    url: str
    process: subprocess.Popen[str]
    http: httpx.AsyncClient
    notes: dict[str, object] = field(default_factory=dict)

    @property
    def ws(self) -> str:
        """The address of its sockets."""
        return self.url.replace("http", "ws") + "ws/"

    def memory(self) -> float:
        """Return what its process holds, in MB."""
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+)", text)
        return int(found[1]) / 1024 if found else 0.0

    def sockets(self) -> int:
        """Return how many files its process has open."""
        return len(list(Path(f"/proc/{self.process.pid}/fd").iterdir()))

    async def open(self, address: str | None = None, **wanted: object) -> dict[str, Any] | None:
        """Open a table, perhaps as somebody from elsewhere; None when refused."""
        headers = {"x-forwarded-for": address} if address else {}
        answer = await self.http.post("/api/tables", json={"name": "Anna", **wanted}, headers=headers)
        self.notes[f"opening {answer.status_code}"] = int(str(self.notes.get(f"opening {answer.status_code}", 0))) + 1
        return answer.json() if answer.status_code == 201 else None


class Guest:
    """One honest socket."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.table: dict[str, Any] = {}

    async def ask(self, **message: object) -> dict[str, Any]:
        """Send a message and wait for its answer."""
        own = key()
        await self.socket.send(json.dumps({**message, "key": own}))
        while True:
            frame: dict[str, Any] = json.loads(await asyncio.wait_for(self.socket.recv(), 30))
            self.table = frame.get("table", self.table)
            if frame.get("key") == own:
                return frame

    async def reach(self, seq: int) -> None:
        """Read until this much has been seen."""
        while self.table["seq"] < seq:
            frame = json.loads(await asyncio.wait_for(self.socket.recv(), 30))
            self.table = frame.get("table", self.table)


async def innocent(target: Target, until: Callable[[], bool]) -> list[float]:
    """Play at an honest table until told to stop; return how long each card took to the last screen."""
    settings = {"rules": {"edition": "base", "players": 2}}
    opened = await target.open("198.51.100.7", settings=settings)
    if opened is None:
        return []
    delays = []
    honest = {"X-Forwarded-For": "198.51.100.7"}
    where = target.ws + opened["code"]
    async with connect(where, additional_headers=honest) as one, connect(where, additional_headers=honest) as two:
        people = [Guest(one), Guest(two)]
        await people[0].ask(type="hello", token=opened["token"])
        await people[1].ask(type="hello")
        await people[1].ask(type="sit", name="Bruno")
        while not until():
            game = people[0].table.get("game")
            if not game or game["status"] != "playing":
                await people[0].ask(type="deal")
                await people[0].ask(type="start")
                await people[1].reach(people[0].table["seq"])
                continue
            mover, other = people[game["active"]], people[1 - game["active"]]
            await mover.reach(people[0].table["seq"])
            move = choose(mover.table["game"])
            began = time.perf_counter()
            await mover.ask(type="play", move=move, seq=mover.table["seq"])
            await other.reach(mover.table["seq"])
            delays.append(time.perf_counter() - began)
            await asyncio.sleep(0.1)
    return delays


def choose(game: dict[str, Any]) -> str:
    """Lay the smallest step until the turn may end."""
    if game["end"] is None:
        return "end"
    options = [(o["jump"], f"{c['card']}{o['pile']}") for c in game["hand"] for o in c["options"] if o["ok"]]
    return min(options)[1]


# ---------------------------------------------------------------- the attacks


async def nothing(_: Target, stop: Callable[[], bool]) -> None:
    """Attack nothing: what this machine does by itself."""
    while not stop():
        await asyncio.sleep(0.1)


async def slow_readers(target: Target, stop: Callable[[], bool]) -> None:
    """Ask for views with twenty sockets, and read none."""
    opened = await target.open(settings={"rules": {"players": 2}})
    if opened is None:
        return
    before = target.memory()

    async def one() -> None:
        with contextlib.suppress(OSError, WebSocketException, TimeoutError):
            async with connect(target.ws + opened["code"], max_queue=1) as socket:
                while not stop():
                    await asyncio.wait_for(socket.send(json.dumps({"type": "hello", "key": key()})), 1)
                    await asyncio.sleep(0.05)

    await asyncio.gather(*(one() for _ in range(20)))
    target.notes["MB more"] = round(target.memory() - before, 1)


async def long_log(target: Target, stop: Callable[[], bool]) -> None:
    """Raise and withdraw signals, and take cards back, as fast as one may."""
    settings = {"rules": {"edition": "base", "players": 2}, "undo": True}
    opened = await target.open(settings=settings, bots=["novice"], deal=True)
    if opened is None:
        return
    async with connect(target.ws + opened["code"]) as socket:
        guest = Guest(socket)
        await guest.ask(type="hello", token=opened["token"])
        await guest.ask(type="start")
        slowest = 0.0
        with contextlib.suppress(WebSocketException):  # it is sent away in the end
            while not stop():
                for on in (True, False):
                    await guest.ask(type="signal", signal="trouble", on=on)
                game = guest.table["game"]
                if game["status"] == "playing" and game["active"] == 0:
                    await guest.ask(type="play", move=choose(game), seq=guest.table["seq"])
                    began = time.perf_counter()
                    await guest.ask(type="undo", seq=guest.table["seq"])
                    slowest = max(slowest, time.perf_counter() - began)
        target.notes["slowest undo, ms"] = round(1000 * slowest)
        target.notes["events"] = guest.table["seq"]


async def silent(target: Target, stop: Callable[[], bool]) -> None:
    """Open hundreds of connections that say nothing, or half a request."""
    host, port = httpx.URL(target.url).host, httpx.URL(target.url).port or 80
    lines = []
    for number in range(MOST):
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection(host, port)
            if number % 2:
                writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n")
            lines.append(writer)
    while not stop():
        await asyncio.sleep(0.1)
    await asyncio.sleep(6)
    target.notes["open after 10 s"] = target.sockets()
    for writer in lines:
        writer.transport.abort()


async def many_tables(target: Target, stop: Callable[[], bool]) -> None:
    """Open tables from forty addresses as fast as they may, and look at them again and again."""
    codes: list[str] = []
    for number in itertools.count():
        if stop() or number >= 3000:
            break
        opened = await target.open(f"203.0.113.{number % 40}")
        if opened:
            codes.append(opened["code"])
        elif codes:
            await target.http.get(f"/api/tables/{codes[number % len(codes)]}")
    target.notes["MB"] = round(target.memory())


async def spectators(target: Target, stop: Callable[[], bool]) -> None:
    """Look on in a crowd; then let the player come back."""
    opened = await target.open()
    if opened is None:
        return
    async with contextlib.AsyncExitStack() as stack:
        for _ in range(100):
            guest = Guest(await stack.enter_async_context(connect(target.ws + opened["code"])))
            with contextlib.suppress(WebSocketException):
                await guest.ask(type="hello")
        player = Guest(await stack.enter_async_context(connect(target.ws + opened["code"])))
        began = time.perf_counter()
        while (await player.ask(type="hello", token=opened["token"]))["type"] != "welcome":
            await asyncio.sleep(0.25)  # from the crowd's own address, which asks too fast: a client tries again
        target.notes["player let in after, s"] = f"{time.perf_counter() - began:.1f}"
        while not stop():
            await asyncio.sleep(0.1)


async def long_hosts(target: Target, stop: Callable[[], bool]) -> None:
    """Ask for QR codes, each for another long name."""
    opened = await target.open()
    if opened is None:
        return
    statuses: dict[int, int] = {}
    for number in itertools.count():
        if stop() or number >= 2000:
            break
        host = f"{number:04}" + "a" * 2296
        answer = await target.http.get(f"/api/tables/{opened['code']}/qr.svg", headers={"host": host})
        statuses[answer.status_code] = statuses.get(answer.status_code, 0) + 1
    target.notes["answers"] = statuses


async def flood(target: Target, stop: Callable[[], bool]) -> None:
    """Send hellos from a hundred sockets at ten tables, as fast as they may."""
    tables = [await target.open() for _ in range(10)]

    async def one(code: str, token: str) -> None:
        with contextlib.suppress(OSError, WebSocketException, TimeoutError):
            async with connect(target.ws + code) as socket:
                reader = asyncio.create_task(drain(socket))
                while not stop():
                    await asyncio.wait_for(socket.send(json.dumps({"type": "hello", "token": token, "key": key()})), 1)
                    await asyncio.sleep(0.02)
                reader.cancel()

    await asyncio.gather(*(one(t["code"], t["token"]) for t in tables if t for _ in range(10)))


async def drain(socket: ClientConnection) -> None:
    """Read and forget."""
    with contextlib.suppress(WebSocketException):
        async for _ in socket:
            pass


Attack = Callable[[Target, Callable[[], bool]], Awaitable[None]]
ATTACKS: dict[str, Attack] = {
    "nothing": nothing,
    "slow-readers": slow_readers,
    "long-log": long_log,
    "silent": silent,
    "many-tables": many_tables,
    "spectators": spectators,
    "long-hosts": long_hosts,
    "flood": flood,
}


async def attack(name: str, seconds: float) -> str:
    """Attack a fresh server; return a row of the table."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "nonante", "serve", "--port", "0", "--pace", "0.05"]
        command += ["--database", f"sqlite:///{folder}/tables.db"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        url = (process.stdout.readline() if process.stdout else "").split()[-1]
        try:
            async with httpx.AsyncClient(base_url=url, timeout=60) as http:
                target = Target(url, process, http)
                delays = await measured(target, ATTACKS[name], seconds)
        finally:
            process.terminate()
            _, errors = process.communicate(timeout=60)
    delays.sort()
    at = {part: 1000 * delays[min(len(delays) - 1, len(delays) * part // 100)] for part in (50, 95)} if delays else {}
    figures = " ".join(f"{at.get(part, float('nan')):8.1f}" for part in (50, 95))
    slowest = f"{1000 * delays[-1]:8.1f}" if delays else "     nan"
    notes = ", ".join(f"{what}: {value}" for what, value in target.notes.items())
    return f"{name:<14}{len(delays):6} {figures} {slowest} {len(errors):8}  {notes}"


async def measured(target: Target, act: Attack, seconds: float) -> list[float]:
    """Return the delays of an innocent table while somebody attacks."""
    over = asyncio.Event()
    playing = asyncio.create_task(innocent(target, over.is_set))
    await asyncio.sleep(1)
    until = time.monotonic() + seconds
    await act(target, lambda: time.monotonic() > until)
    over.set()
    return await playing


def main() -> int:
    """Run the attacks asked for, one after the other."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", choices=[[], *ATTACKS], default=[])
    parser.add_argument("--seconds", type=float, default=5)
    options = parser.parse_args()
    print(f"{'attack':<14}{'cards':>6} {'p50, ms':>8} {'p95, ms':>8} {'slowest':>8} {'log, B':>8}")
    for name in options.names or ATTACKS:
        print(asyncio.run(attack(name, options.seconds)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
