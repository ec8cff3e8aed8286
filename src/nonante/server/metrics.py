"""The figures of a server as Prometheus reads them: of all its processes together, whichever of them is asked."""

from __future__ import annotations

import asyncio
import bisect
from collections.abc import Mapping
from hashlib import blake2b
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .. import __version__
from ..host import Room, Tables
from .answers import REFUSAL
from .board import Board, TableFigures, totals

BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
EVERY: Final = 0.5  # seconds between two looks at what there is, for the other processes


class Metrics:
    """Counts what happens in one process. Numbers only: no name, no card, no secret."""

    def __init__(self, board: Board | None = None, place: int = 0) -> None:
        self._board = board or Board()
        self._part = self._board.part(place)

    def answered(self, kind: str, seconds: float, refusal: str | None) -> None:
        """Count a command, how long it took until it was answered, and why it was refused."""
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
        """Look what there is at the moment."""
        rooms = tables.rooms.items()
        sockets = sum(len(room.presence.clients) for _, room in rooms)
        self._part.show([_figures(code, room) for code, room in rooms], sockets)

    async def keep_showing(self, tables: Tables) -> None:
        """Look again and again, where other processes want to know."""
        while self._board.processes > 1:
            self.show(tables)
            await asyncio.sleep(EVERY)

    def lines(self) -> list[str]:
        """Return all figures in the text form of Prometheus."""
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
    """Counts every answer over HTTP by its status; a socket that is not let in counts as one."""

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


def _figures(code: str, room: Room) -> TableFigures:
    people = sum(seat is not None and seat.level is None for seat in room.table.seats)
    return TableFigures(blake2b(code.encode(), digest_size=8).digest(), room.table.running, people)


def _kinds(sums: Mapping[str, float], what: str) -> dict[str, int]:
    """Return the counters of one kind by their own names."""
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
