"""The attacks of `benchmarks/attacks.py`: one function each, registered by name; every module here is loaded.

A new row is a new function in any module of this package:

    @attack("some-name")
    async def some_name(target: Target, stop: Stop) -> None:
        '''Do something bad until `stop()` says so; `target.notes` ends up in the row.'''

Everything goes over loopback and is bounded in count and in time. 127.0.0.2, 127.0.0.3 … stand for other addresses.
"""

from __future__ import annotations

import importlib
import itertools
import json
import pkgutil
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import httpx
from websockets.asyncio.client import ClientConnection, connect

Stop: TypeAlias = Callable[[], bool]
ATTACKS: dict[str, Attack] = {}
FOUR = ("127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5")
"""The most addresses that attack together."""
_keys = itertools.count()


def key() -> str:
    """Return a key no other command has."""
    return f"attack-{next(_keys):08}-long-enough"


@dataclass
class Target:
    """The server under attack."""

    url: str
    pid: int
    http: httpx.AsyncClient
    notes: dict[str, object] = field(default_factory=dict)

    @property
    def ws(self) -> str:
        """The address of its sockets."""
        return self.url.replace("http", "ws") + "ws/"

    def memory(self) -> float:
        """Return what its process holds, in MB."""
        text = Path(f"/proc/{self.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+)", text)
        return int(found[1]) / 1024 if found else 0.0

    def files(self) -> int:
        """Return how many files its process has open."""
        return len(list(Path(f"/proc/{self.pid}/fd").iterdir()))

    def count(self, what: str, more: int = 1) -> None:
        """Count something for the row."""
        self.notes[what] = int(str(self.notes.get(what, 0))) + more

    def at(self, address: str) -> httpx.AsyncClient:
        """Return a client with another address of this machine."""
        transport = httpx.AsyncHTTPTransport(local_address=address, limits=httpx.Limits(max_connections=64))
        return httpx.AsyncClient(base_url=self.url, timeout=60, transport=transport)

    def line(self, code: str, address: str = "127.0.0.1", **options: Any) -> connect:
        """Return a socket to a table, from an address of this machine."""
        return connect(self.ws + code, local_addr=(address, 0), **options)

    async def open(self, forwarded: str | None = None, **wanted: object) -> dict[str, Any] | None:
        """Open a table, perhaps as somebody that a proxy speaks for; None when refused."""
        headers = {"x-forwarded-for": forwarded} if forwarded else {}
        answer = await self.http.post("/api/tables", json={"name": "Anna", **wanted}, headers=headers)
        self.count(f"opening {answer.status_code}")
        return answer.json() if answer.status_code == 201 else None


Attack: TypeAlias = Callable[[Target, Stop], Awaitable[None]]


def attack(name: str) -> Callable[[Attack], Attack]:
    """Register an attack under a name."""

    def register(act: Attack) -> Attack:
        ATTACKS[name] = act
        return act

    return register


class Guest:
    """One socket that waits for its answers."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.table: dict[str, Any] = {}

    async def ask(self, **message: object) -> dict[str, Any]:
        """Send a message and wait for its answer."""
        own = key()
        await self.socket.send(json.dumps({**message, "key": own}))
        while True:
            frame = await self.read()
            if frame.get("key") == own:
                return frame

    async def read(self) -> dict[str, Any]:
        """Take the next frame."""
        frame: dict[str, Any] = json.loads(await self.socket.recv())
        self.table = frame.get("table", self.table)
        return frame

    async def reach(self, seq: int) -> None:
        """Read until this much has been seen."""
        while self.table["seq"] < seq:
            await self.read()


def choose(game: dict[str, Any]) -> str:
    """Lay the smallest step until the turn may end."""
    if game["end"] is None:
        return "end"
    options = [(o["jump"], f"{c['card']}{o['pile']}") for c in game["hand"] for o in c["options"] if o["ok"]]
    return min(options)[1]


def load() -> None:
    """Load every module beside this one, and with it every attack."""
    for module in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{module.name}")
