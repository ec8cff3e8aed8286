"""What an operator watches: whether the server is well, and its figures as Prometheus reads them."""

from __future__ import annotations

import bisect
from collections import Counter
from typing import Final

from .. import __version__
from ..host.tables import Tables

BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
PATIENCE: Final = 5.0  # seconds a store may take to say that it is well


class Metrics:
    """Counts what happens. Numbers only: no name, no card, no secret."""

    def __init__(self) -> None:
        self.messages: Counter[str] = Counter()
        self.refusals: Counter[str] = Counter()
        self._buckets = [0] * (len(BOUNDS) + 1)
        self._sum = 0.0

    def answered(self, kind: str, seconds: float, refusal: str | None) -> None:
        """Count a command, how long it took until it was answered, and why it was refused."""
        self.messages[kind] += 1
        self._buckets[bisect.bisect_left(BOUNDS, seconds)] += 1
        self._sum += seconds
        if refusal is not None:
            self.refused(refusal)

    def refused(self, code: str) -> None:
        """Count a refusal."""
        self.refusals[code] += 1

    def lines(self, tables: Tables) -> list[str]:
        """Return all figures in the text form of Prometheus."""
        rooms = list(tables.rooms.values())
        seats = sum(seat is not None and seat.level is None for room in rooms for seat in room.table.seats)
        lines = [
            *_one("nonante_info", "gauge", "The version that runs.", 1, f'{{version="{__version__}"}}'),
            *_one("nonante_tables", "gauge", "Tables in memory.", len(rooms)),
            *_one("nonante_games_running", "gauge", "Games being played.", sum(room.table.running for room in rooms)),
            *_one("nonante_seats", "gauge", "People seated at tables in memory.", seats),
            *_one("nonante_sockets", "gauge", "Sockets.", sum(len(room.presence.clients) for room in rooms)),
            *_many("nonante_messages_total", "Commands answered, by kind.", "kind", self.messages),
            *_many("nonante_refusals_total", "Refusals, by code.", "code", self.refusals),
            *_one("nonante_store_errors_total", "counter", "Appends the store refused.", self.refusals["storage"]),
            "# HELP nonante_answer_seconds From the command to its answer.",
            "# TYPE nonante_answer_seconds histogram",
        ]
        total = 0
        for bound, count in zip((*BOUNDS, "+Inf"), self._buckets, strict=True):
            total += count
            lines.append(f'nonante_answer_seconds_bucket{{le="{bound}"}} {total}')
        return [*lines, f"nonante_answer_seconds_sum {self._sum:.6f}", f"nonante_answer_seconds_count {total}"]


def _one(name: str, kind: str, sense: str, value: float, labels: str = "") -> list[str]:
    return [f"# HELP {name} {sense}", f"# TYPE {name} {kind}", f"{name}{labels} {value}"]


def _many(name: str, sense: str, label: str, values: Counter[str]) -> list[str]:
    rows = [f'{name}{{{label}="{what}"}} {count}' for what, count in sorted(values.items())]
    return [f"# HELP {name} {sense}", f"# TYPE {name} counter", *rows]
