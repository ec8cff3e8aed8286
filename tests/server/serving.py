"""A real server in a separate process, clients for it, and faster servers in this process."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import httpx
from tests.host.indoors import OPEN, PATIENCE, QUICK, Data, choose, new_key
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from nonante.host.limits import Limits, TableBehaviour
from nonante.server.app import House, create_app
from nonante.server.connections import Connections
from nonante.server.running import Server as UvicornServer, listen, url_of
from nonante.server.sqlite import SqliteStore

# ---------------------------------------------------------------- over real sockets


class Server:
    """A server process."""

    def __init__(self, database: Path | str, *options: str) -> None:
        command = [sys.executable, "-m", "nonante", "serve", "--port", "0", "--pace", "0"]
        command += ["--database", database if isinstance(database, str) else f"sqlite:///{database}", *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.process.stdout.readline() if self.process.stdout else ""
        assert line.startswith("Serving on "), (line, self.process.stderr and self.process.stderr.read())
        self.url = line.split()[-1]

    def kill(self) -> None:
        """Kill it with kill -9."""
        self.process.kill()
        self.process.communicate()

    def stop(self) -> tuple[int, str]:
        """Stop it with SIGTERM; return the exit code and the warnings it logged."""
        self.process.send_signal(signal.SIGTERM)
        _, errors = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, errors

    def http(self) -> httpx.AsyncClient:
        """Return a client for plain requests."""
        return httpx.AsyncClient(base_url=self.url, timeout=PATIENCE)

    async def open(self, **wanted: object) -> Data:
        """Open a table."""
        async with self.http() as http:
            while (answer := await http.post("/api/tables", json={"name": "Anna", **wanted})).status_code == 429:
                await asyncio.sleep(0.5)
        assert answer.status_code == 201, answer.text
        opened: Data = answer.json()
        return opened

    @asynccontextmanager
    async def join(self, code: str, token: str | None = None) -> AsyncIterator[Guest]:
        """Connect and say hello."""
        async with connect(self.url.replace("http", "ws") + f"ws/{code}") as socket:
            guest = Guest(socket)
            await guest.ask(type="hello", token=token)
            yield guest


@contextmanager
def serving(database: Path | str, *options: str) -> Iterator[Server]:
    """Run a server, which must stop cleanly at the end without having logged a warning."""
    server = Server(database, *options)
    try:
        yield server
    except BaseException:
        server.kill()
        raise
    if server.process.returncode is None:
        assert server.stop() == (0, "")


class Guest:
    """One real socket."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.table: Data = {}
        self.frames: list[Data] = []

    async def receive(self) -> Data:
        """Return the next frame."""
        frame: Data = json.loads(await asyncio.wait_for(self.socket.recv(), PATIENCE))
        self.frames.append(frame)
        if "table" in frame:
            self.table = frame["table"]
        return frame

    async def ask(self, **message: object) -> Data:
        """Send a message and return its own answer; one that was too fast is sent again."""
        while True:
            key = message.get("key") or new_key()
            await self.socket.send(json.dumps({**message, "key": key}))
            while (answer := await self.receive()).get("key") != key:
                pass
            if answer["type"] != "refused" or answer["refusal"]["code"] != "too-fast":
                return answer
            await asyncio.sleep(0.2)

    async def until(self, **wanted: object) -> Data:
        """Wait until the game meets a condition."""
        while any((self.table["game"] or {}).get(name) != value for name, value in wanted.items()):
            await self.receive()
        game: Data = self.table["game"]
        return game

    async def play(self) -> None:
        """Play until the game is over, starting it if nobody has."""
        while (game := self.table["game"])["status"] == "playing":
            if game["starter"] is None:
                await self.ask(type="start")
            elif game["active"] == self.table["you"]:
                answer = await self.ask(type="play", move=choose(game), seq=self.table["seq"])
                assert answer["type"] == "update", answer
            else:
                await self.receive()

    async def closed(self) -> int | None:
        """Read to the end; return the close code."""
        try:
            while True:
                await self.receive()
        except ConnectionClosed as end:
            return end.rcvd.code if end.rcvd else None


# ---------------------------------------------------------------- over real sockets, in this process


class Hosted(Server):
    """A real server in this event loop, with the test's limits."""

    def __init__(self, house: House, connections: Connections, url: str) -> None:
        self.house, self.connections, self.url = house, connections, url


@asynccontextmanager
async def hosted(limits: Limits = OPEN, behaviour: TableBehaviour = QUICK, **options: Any) -> AsyncIterator[Hosted]:
    """Serve on a free port until the end of the block."""
    listener = listen("127.0.0.1", 0)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)  # so that who reads nothing is noticed soon
    app = create_app(SqliteStore(":memory:"), limits, behaviour, **options)
    server = UvicornServer(app, limits, forwarded_allow_ips="127.0.0.9")
    task = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        while not server.started:
            await asyncio.sleep(0.01)
        yield Hosted(app.state.house, server.connections, url_of(listener))
    finally:
        server.should_exit = True
        await task
        listener.close()


@asynccontextmanager
async def visiting() -> AsyncIterator[httpx.AsyncClient]:
    """An application without a port, and an HTTP client for it."""
    app = create_app(SqliteStore(":memory:"), hosts=("localhost",))
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:
            yield http


def outdoor(work: Callable[[Hosted], Awaitable[None]], limits: Limits = OPEN) -> None:
    """Run with a separate server."""

    async def main() -> None:
        async with hosted(limits) as server:
            await work(server)

    asyncio.run(main())
