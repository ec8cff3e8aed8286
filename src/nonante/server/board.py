"""`Board`: figures in memory that all processes of a server share: each writes its own part, and any reads all."""

from __future__ import annotations

import mmap
import struct
from collections.abc import Collection, Iterator
from typing import Final, NamedTuple

SLOTS: Final = 1024  # counters of one process
OTHERS: Final = "others"  # what is counted under no name of its own, for want of slots
MOST_TABLES: Final = 100_000
_NAME: Final = 56  # bytes
_SLOT: Final = struct.Struct(f"<{_NAME}sd")
_HEAD: Final = struct.Struct("<III4x")  # how many counters, tables and sockets
_TABLE: Final = struct.Struct("<8sBB")


class TableFigures(NamedTuple):
    """What is counted of one table, which several processes may have in memory."""

    mark: bytes
    """Eight bytes, the same in every process and for no other table."""
    running: bool
    people: int


class Board:
    """The memory. Made before the processes are; a process that takes the place of another counts on from there."""

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
        """Return all parts, to be read."""
        return [self.part(place) for place in range(self.processes)]


class Part:
    """The figures of one process."""

    def __init__(self, memory: memoryview, most_tables: int) -> None:
        self._memory = memory
        self._most_tables = most_tables
        self._places = {name: place for place, (name, _) in enumerate(self.counters())}

    def add(self, name: str, amount: float = 1) -> None:
        """Count something."""
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
        """Say what there is at the moment."""
        offset = _offset(SLOTS)
        for number, table in enumerate(tables):
            if number == self._most_tables:
                break
            _TABLE.pack_into(self._memory, offset + number * _TABLE.size, *table)
        struct.pack_into("<II", self._memory, 4, min(len(tables), self._most_tables), sockets)

    def counters(self) -> Iterator[tuple[str, float]]:
        """Yield all that is counted."""
        for place in range(_HEAD.unpack_from(self._memory)[0]):
            name, value = _SLOT.unpack_from(self._memory, _offset(place))
            yield name.rstrip(b"\0").decode(), value

    def shown(self) -> tuple[list[TableFigures], int]:
        """Return the tables and the number of sockets as last said."""
        _, count, sockets = _HEAD.unpack_from(self._memory)
        offset = _offset(SLOTS)
        rows = (_TABLE.unpack_from(self._memory, offset + number * _TABLE.size) for number in range(count))
        return [TableFigures(mark, bool(running), people) for mark, running, people in rows], sockets


def _offset(place: int) -> int:
    return _HEAD.size + place * _SLOT.size


def totals(parts: Collection[Part]) -> dict[str, float]:
    """Return all counters, added up over the processes."""
    sums: dict[str, float] = {}
    for part in parts:
        for name, value in part.counters():
            sums[name] = sums.get(name, 0) + value
    return sums
