"""Health, readiness and metrics, for the operator's programs.

The figures are as Prometheus reads them, of all processes together, whichever of them is asked.
"""

from __future__ import annotations

import asyncio
import bisect
import mmap
import struct
import time
from collections.abc import Collection, Iterator, Mapping
from hashlib import blake2b
from typing import Final, NamedTuple

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .. import __version__
from ..host import HostError, LiveTable, Tables
from .links import LOOPBACK
from .responses import REFUSAL

SLOTS: Final = 1024  # counters of one process
OTHERS: Final = "others"  # counts everything for which no slot is left
MOST_TABLES: Final = 100_000
_NAME: Final = 56  # bytes
_SLOT: Final = struct.Struct(f"<{_NAME}sd")
_HEAD: Final = struct.Struct("<III4x")  # how many counters, tables and sockets
_TABLE: Final = struct.Struct("<8sBB")


class TableFigures(NamedTuple):
    """The figures of one table, which several processes may have in memory."""

    mark: bytes
    """Eight bytes, the same in every process and for no other table."""
    running: bool
    people: int


class SharedCounters:
    """Shared memory, created before the processes; a process that replaces another one continues its counters."""

    def __init__(self, processes: int = 1, tables: int = 2000) -> None:
        self.processes = processes
        self.tables = min(tables, MOST_TABLES)
        self._size = _HEAD.size + SLOTS * _SLOT.size + self.tables * _TABLE.size
        self._memory = mmap.mmap(-1, processes * self._size)

    def part(self, place: int) -> Part:
        """Return the part of one process."""
        whole = memoryview(self._memory)
        return Part(whole[place * self._size : (place + 1) * self._size], self.tables)

    def parts(self) -> list[Part]:
        """Return all parts, for reading."""
        return [self.part(place) for place in range(self.processes)]


class Part:
    """The figures of one process."""

    def __init__(self, memory: memoryview, most_tables: int) -> None:
        self._memory = memory
        self._most_tables = most_tables
        self._places = {name: place for place, (name, _) in enumerate(self.counters())}

    def add(self, name: str, amount: float = 1) -> None:
        """Add to the counter of this name."""
        place = self._places.get(name)
        if place is None:
            place = self._begin(name)
        offset = _offset(place) + _NAME
        (value,) = struct.unpack_from("<d", self._memory, offset)
        struct.pack_into("<d", self._memory, offset, value + amount)

    def _begin(self, name: str) -> int:
        if len(self._places) >= SLOTS - 1 and name != OTHERS:
            place = self._places[name] = self._places.get(OTHERS) or self._begin(OTHERS)
            return place
        place = self._places[name] = len(self._places)
        _SLOT.pack_into(self._memory, _offset(place), name.encode()[:_NAME], 0)
        struct.pack_into("<I", self._memory, 0, place + 1)  # last: whoever reads meanwhile sees whole counters
        return place

    def show(self, tables: Collection[TableFigures], sockets: int) -> None:
        """Store the current figures."""
        offset = _offset(SLOTS)
        for number, table in enumerate(tables):
            if number == self._most_tables:
                break
            _TABLE.pack_into(self._memory, offset + number * _TABLE.size, *table)
        struct.pack_into("<II", self._memory, 4, min(len(tables), self._most_tables), sockets)

    def counters(self) -> Iterator[tuple[str, float]]:
        """Yield all counters."""
        for place in range(_HEAD.unpack_from(self._memory)[0]):
            name, value = _SLOT.unpack_from(self._memory, _offset(place))
            yield name.rstrip(b"\0").decode(), value

    def shown(self) -> tuple[list[TableFigures], int]:
        """Return the tables and the number of sockets as last stored."""
        _, count, sockets = _HEAD.unpack_from(self._memory)
        offset = _offset(SLOTS)
        rows = (_TABLE.unpack_from(self._memory, offset + number * _TABLE.size) for number in range(count))
        return [TableFigures(mark, bool(running), people) for mark, running, people in rows], sockets


def _offset(place: int) -> int:
    return _HEAD.size + place * _SLOT.size


def totals(parts: Collection[Part]) -> dict[str, float]:
    """Return the sums of all counters over the processes."""
    sums: dict[str, float] = {}
    for part in parts:
        for name, value in part.counters():
            sums[name] = sums.get(name, 0) + value
    return sums


BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
EVERY: Final = 0.5  # seconds between two looks at what there is, for the other processes


class Metrics:
    """Counts what happens in one process. Numbers only: no name, no card, no secret."""

    def __init__(self, board: SharedCounters | None = None, place: int = 0) -> None:
        self._board = board or SharedCounters()
        self._part = self._board.part(place)

    def answered(self, kind: str, seconds: float, refusal: str | None) -> None:
        """Count a command with its latency and, if it was refused, the reason."""
        self._part.add(f"message {kind}")
        self._part.add(f"bound {bisect.bisect_left(BOUNDS, seconds)}")
        self._part.add("seconds", seconds)
        if refusal is not None:
            self.refused(refusal)

    def refused(self, code: str) -> None:
        """Count a refusal over a socket."""
        self._part.add(f"refusal {code}")

    def responded(self, status: int, refusal: str | None = None) -> None:
        """Count an answer over HTTP, and why it was refused."""
        self._part.add(f"status {status}")
        if refusal is not None:
            self._part.add(f"http-refusal {refusal}")

    def turned_away(self, why: str) -> None:
        """Count a connection that never became a request."""
        self._part.add(f"away {why}")

    def show(self, tables: Tables) -> None:
        """Update the figures of this process."""
        live = tables.live.items()
        sockets = sum(len(table.presence.clients) for _, table in live)
        self._part.show([_figures(code, table) for code, table in live], sockets)

    async def keep_showing(self, tables: Tables) -> None:
        """Update the figures regularly, if there are other processes."""
        while self._board.processes > 1:
            self.show(tables)
            await asyncio.sleep(EVERY)

    def lines(self) -> list[str]:
        """Return all figures in the text format of Prometheus."""
        parts = self._board.parts()
        shown = [part.shown() for part in parts]
        tables = {table.mark: table for rows, _ in shown for table in rows}.values()
        sums = totals(parts)
        refusals = _kinds(sums, "refusal")
        running = sum(table.running for table in tables)
        people = sum(table.people for table in tables)
        return [
            *_one("nonante_info", "gauge", "The version that runs.", 1, f'{{version="{__version__}"}}'),
            *_one("nonante_processes", "gauge", "Processes that serve.", len(parts)),
            *_one("nonante_tables", "gauge", "Tables in memory.", len(tables)),
            *_one("nonante_games_running", "gauge", "Games being played.", running),
            *_one("nonante_seats", "gauge", "People seated at tables in memory.", people),
            *_one("nonante_sockets", "gauge", "Sockets.", sum(sockets for _, sockets in shown)),
            *_many("nonante_messages_total", "Commands answered, by kind.", "kind", _kinds(sums, "message")),
            *_many("nonante_refusals_total", "Refusals over sockets, by code.", "code", refusals),
            *_many("nonante_http_responses_total", "HTTP answers, by status.", "status", _kinds(sums, "status")),
            *_many("nonante_http_refusals_total", "HTTP refusals, by code.", "code", _kinds(sums, "http-refusal")),
            *_many("nonante_turned_away_total", "Connections cut off, by reason.", "reason", _kinds(sums, "away")),
            *_one("nonante_store_errors_total", "counter", "Appends the store refused.", refusals.get("storage", 0)),
            *_histogram("nonante_answer_seconds", "From the command to its answer.", sums),
        ]


class CountAnswers:
    """Counts HTTP answers by status, including refused sockets."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        accepted = False

        async def counted(message: Message) -> None:
            nonlocal accepted
            match message["type"]:
                case "http.response.start":
                    accepted = True
                    self._metrics.responded(message["status"], scope.get(REFUSAL))
                case "websocket.accept":
                    accepted = True
                case "websocket.close" if not accepted:
                    self._metrics.responded(403)
            await send(message)

        try:
            await self.app(scope, receive, counted)
        except Exception:
            if not accepted and scope["type"] == "http":
                self._metrics.responded(500)
            raise


def _figures(code: str, live: LiveTable) -> TableFigures:
    mark = blake2b(code.encode(), digest_size=8).digest()
    return TableFigures(mark, live.table.running, len(live.table.people))


def _kinds(sums: Mapping[str, float], what: str) -> dict[str, int]:
    """Return the counters of one kind by name."""
    own = (name.partition(" ") for name in sums)
    return {name: int(sums[f"{what} {name}"]) for kind, _, name in sorted(own) if kind == what}


def _one(name: str, kind: str, sense: str, value: float, labels: str = "") -> list[str]:
    return [f"# HELP {name} {sense}", f"# TYPE {name} {kind}", f"{name}{labels} {value}"]


def _many(name: str, sense: str, label: str, values: Mapping[str, int]) -> list[str]:
    rows = [f'{name}{{{label}="{what}"}} {count}' for what, count in values.items()]
    return [f"# HELP {name} {sense}", f"# TYPE {name} counter", *rows]


def _histogram(name: str, sense: str, sums: Mapping[str, float]) -> list[str]:
    lines, total = [f"# HELP {name} {sense}", f"# TYPE {name} histogram"], 0
    for number, bound in enumerate((*BOUNDS, "+Inf")):
        total += int(sums.get(f"bound {number}", 0))
        lines.append(f'{name}_bucket{{le="{bound}"}} {total}')
    return [*lines, f"{name}_sum {sums.get('seconds', 0):.6f}", f"{name}_count {total}"]


PATIENCE: Final = 1.0  # seconds a store may take to show that it writes; balancers wait little longer
FORWARDED: Final = ("x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "x-real-ip", "forwarded", "via")
FRESH: Final = 1.0  # seconds that an answer holds, so that who asks often does not write often


class HealthPage:
    """The endpoints for monitoring; metrics are only for programs on this machine."""

    def __init__(self, tables: Tables, figures: Metrics) -> None:
        self._tables = tables
        self._figures = figures
        self.stopping = False
        self._probe: asyncio.Task[bool] | None = None
        self._probed_at = 0.0

    async def health(self, request: Request) -> Response:
        """Report whether the store can be written and no damage was found."""
        del request
        return _say(None if await self._writes() else "the store does not write", self._tables.store.damage())

    async def ready(self, request: Request) -> Response:
        """Report whether tables can be opened."""
        del request
        writes = await self._writes()
        return _say(
            "stopping" if self.stopping else None,
            None if writes else "the store does not write",
            "full" if self._tables.full() else None,
            well="ready",
        )

    async def _writes(self) -> bool:
        """Tell whether the store has just written something; while a slow attempt continues, it counts as down."""
        if self._probe is None or (self._probe.done() and time.monotonic() - self._probed_at > FRESH):
            self._probe = asyncio.create_task(self._touch())
        await asyncio.wait({self._probe}, timeout=PATIENCE)
        return self._probe.done() and not self._probe.cancelled() and self._probe.result()

    async def _touch(self) -> bool:
        try:
            await self._tables.store.touch()
        except HostError:
            return False
        finally:
            self._probed_at = time.monotonic()
        return True

    async def metrics(self, request: Request) -> Response:
        """Return all figures, to a program on this machine that does not use a proxy."""
        here = request.client is None or request.client.host in LOOPBACK  # None: over a socket in the file system
        if not here or any(name in request.headers for name in FORWARDED):
            return PlainTextResponse("Not found\n", 404)
        self._figures.show(self._tables)
        return PlainTextResponse("\n".join(self._figures.lines()) + "\n")


def _say(*reasons: str | None, well: str = "ok") -> Response:
    """Answer with the first problem, or with success."""
    why = next(filter(None, reasons), None)
    return PlainTextResponse(f"{why or well}\n", 503 if why else 200)
