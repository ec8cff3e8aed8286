"""Tables in this process, without a server: visitors whose frames pile up in a list."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from tests.host.memory import MemoryStore

from nonante.host.connection import Connection
from nonante.host.limits import Limits, Rate, TableBehaviour
from nonante.host.live_table import LiveTable
from nonante.host.store import Store
from nonante.host.tables import Tables
from nonante.messages import Opened, OpenTable

Data = dict[str, Any]
PATIENCE = 300.0  # seconds after which something hangs, however slow the machine
FREE = Rate(1e9, 10**9)
OPEN = Limits(messages=FREE, chat=FREE, hints=FREE, openings=FREE, misses=FREE, strikes=10**9, waiting=10**6)
OPEN = replace(OPEN, address_messages=FREE, signals=FREE, lookups=FREE, requests=FREE, replays=FREE, inbox=10**6)
OPEN = replace(OPEN, frames=FREE, socket_bytes=FREE, address_work=FREE, arrivals=FREE, files=FREE)
QUICK = TableBehaviour(pace=0, settle=0.02, arrive=0.5, stand_in=0.05, host=1.0, count=1e6)
_keys = itertools.count(1)


def new_key() -> str:
    """Return a key no other command of this run has."""
    return f"key-of-this-test-{next(_keys)}"


def choose(game: Data) -> str:
    """Lay the smallest step that does not lose, until the turn may end."""
    if game["end"] is None and game["end_loses"] is None:
        return "end"
    options = [
        (bool(option["loses"]), option["jump"], f"{card['card']}{option['pile']}")
        for card in game["hand"]
        for option in card["options"]
        if option["ok"]
    ]
    return min(options)[2] if options else "end"


class Visitor(Connection):
    """A connection without a socket: frames pile up in a list."""

    def __init__(self, live: LiveTable, limits: Limits = OPEN) -> None:
        super().__init__(live, limits)
        self.live = live
        self.frames: list[bytes] = []
        self.messages: list[Data] = []

    def push(self, frame: bytes) -> None:
        self.frames.append(frame)
        self.messages.append(json.loads(frame))

    @property
    def table(self) -> Data:
        """The newest table received."""
        table: Data = next(message["table"] for message in reversed(self.messages) if "table" in message)
        return table

    async def ask(self, **message: object) -> Data:
        """Send a message and return its own answer."""
        key = message.get("key") or new_key()
        self.receive(json.dumps({**message, "key": key}))
        await self.live.settled()
        return next(answer for answer in reversed(self.messages) if answer.get("key") == key)

    async def refused(self, **message: object) -> str:
        """Send a message that must be refused; return the code."""
        answer = await self.ask(**message)
        assert answer["type"] == "refused", answer
        code: str = answer["refusal"]["code"]
        return code


class Indoors:
    """Tables in this process."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    async def open(self, **wanted: Any) -> tuple[LiveTable, Opened]:
        """Open a table."""
        opened = await self.tables.open(OpenTable(**{"name": "Anna", **wanted}))
        return await self.tables.wake(opened.code), opened

    async def visit(self, live: LiveTable, token: str | None = None) -> Visitor:
        """Connect and say hello."""
        visitor = Visitor(live)
        await visitor.ask(type="hello", token=token)
        return visitor

    async def full(self, players: int = 3, **rules: object) -> tuple[LiveTable, list[Visitor]]:
        """Open a table full of people."""
        settings = rules.pop("settings", {})
        assert isinstance(settings, dict)
        live, opened = await self.open(settings={"rules": {"players": players, **rules}, **settings})
        visitors = [await self.visit(live, opened.token)]
        for name in ("Bruno", "Clara", "David", "Emil")[: players - 1]:
            visitor = await self.visit(live)
            answer = await visitor.ask(type="sit", name=name)
            assert answer["type"] == "welcome", answer
            visitors.append(visitor)
        return live, visitors

    async def started(self, players: int = 3, **rules: object) -> tuple[LiveTable, list[Visitor]]:
        """Open a full table, deal, and let the first seat start."""
        live, visitors = await self.full(players, **rules)
        await visitors[0].ask(type="deal")
        if players > 1:
            await visitors[0].ask(type="start")
        return live, visitors


@asynccontextmanager
async def indoors(
    store: Store | None = None, behaviour: TableBehaviour = QUICK, limits: Limits = OPEN
) -> AsyncIterator[Indoors]:
    """Run tables in this process."""
    tables = Tables(store or MemoryStore(), limits, behaviour)
    tables.start()
    try:
        yield Indoors(tables)
    finally:
        await tables.close()


def indoor(work: Callable[[Indoors], Awaitable[None]], limits: Limits = OPEN) -> None:
    """Run with tables in this process."""

    async def main() -> None:
        async with indoors(limits=limits) as house:
            await asyncio.wait_for(work(house), PATIENCE)

    asyncio.run(main())


async def eventually(true: Callable[[], object]) -> None:
    """Wait until something is so; where it never is, the test hangs no longer than its patience."""
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.01)


class Leaping(asyncio.SelectorEventLoop):
    """Waits as long as it takes, until it is told that time has passed."""

    leapt = 0.0

    def time(self) -> float:
        return super().time() + self.leapt


def run_leaping(work: Callable[[Indoors, Callable[[], None]], Awaitable[None]]) -> None:
    """Run with a table that has all the time in the world; the function given lets it pass."""
    loop = Leaping()
    age = 1e6
    behaviour = replace(QUICK, arrive=age, host=age, anyone=age, again=age)

    def leap() -> None:
        loop.leapt += age

    async def main() -> None:
        async with indoors(behaviour=behaviour) as house:
            await work(house, leap)

    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        runner.run(main())


def news(message: Data) -> list[str]:
    return [item["kind"] for item in message["news"]]
