"""`OtherProcesses`: those that serve from the same database, and who is connected to them.

What happens at a table is in its log. Who is connected is not: each process tells the others, and says once a second
that it is alive, so that its people count as away when it dies.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Iterable, Mapping
from typing import Final, Protocol
from urllib.parse import quote, unquote

from .errors import HostError
from .store import Store

BEAT: Final = 1.0  # seconds
DEAD: Final = 3.5  # seconds without a beat


class Listener(Protocol):
    """A table that is told what happens at other processes."""

    def seen_elsewhere(self, process: str, seats: set[int]) -> None:
        """Note who is connected to another process."""

    def receive(self, word: str, *details: str) -> None:
        """Handle a message from the same table at another process."""


class OtherProcesses:
    """Speaks with the other processes through the store's signals."""

    def __init__(self, store: Store, live: Mapping[str, Listener]) -> None:
        """`live` are the tables in memory, by their codes."""
        self.me = secrets.token_hex(4)
        self._store = store
        self._live = live
        self._own: dict[str, set[int]] = {}
        self._alive: dict[str, float] = {}
        self._sending: set[asyncio.Task[None]] = set()

    def announce(self, code: str, seats: set[int]) -> None:
        """Tell the others who is connected here at a table."""
        if self._own.get(code, set()) != seats:
            self._own[code] = seats
            if not seats:
                del self._own[code]
            self._say_here(code, seats)

    def ask(self, code: str) -> None:
        """Ask the others who is connected to them at a table."""
        self._say("who", code)

    def tell(self, code: str, word: str, *details: str) -> None:
        """Tell the same table at the other processes something."""
        self._say(word, code, *map(quote, details))

    def heard(self, text: str) -> None:
        """Handle a message of another process: its name, a word, a table, and details."""
        process, word, code, *details = [*text.split(" "), "", ""]
        self._alive[process] = time.monotonic()
        if word == "who" and code in self._own:
            self._say_here(code, self._own[code])
        if word == "here":
            self._note(self._at(code), process, {int(seat) for seat in details[0].split(",") if seat})
        elif word != "alive":
            for table in self._at(code):
                table.receive(word, *(unquote(detail) for detail in details if detail))

    async def beat(self) -> None:
        """Announce every second that this process is alive, and notice others that are not; until cancelled."""
        while True:
            self._say("alive")
            now = time.monotonic()
            for process in [name for name, at in self._alive.items() if now - at > DEAD]:
                del self._alive[process]
                self._note(self._live.values(), process, set())
            await asyncio.sleep(BEAT)

    def _at(self, code: str) -> list[Listener]:
        return [self._live[code]] if code in self._live else []

    def _note(self, tables: Iterable[Listener], process: str, seats: set[int]) -> None:
        for table in tables:
            table.seen_elsewhere(process, seats)

    def _say_here(self, code: str, seats: set[int]) -> None:
        self._say("here", code, ",".join(map(str, sorted(seats))))

    def _say(self, word: str, code: str = "", *details: object) -> None:
        text = " ".join([self.me, word, code, *map(str, details)])
        task = asyncio.create_task(self._send(text))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _send(self, text: str) -> None:
        with contextlib.suppress(HostError):  # the store has said so in the log, and the next beat tells it again
            await self._store.signal(text)
