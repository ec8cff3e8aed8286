"""Slow games: whom a table waits for, and when that changes."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from ..table import Table
from .store import Waiting


class _Turn(NamedTuple):
    """A turn of a slow game, or the question who starts, and whose move it is."""

    deal: int
    turn: int
    seats: tuple[int, ...]
    computer: bool


def _turn_of(table: Table) -> _Turn | None:
    if not (table.settings.slow and table.game and table.running) or table.paused:
        return None
    if table.starter is None:
        computer = table.computer_start is not None
        people = tuple(seat for seat in table.people if (there := table.seats[seat]) and not there.plays_itself)
        return _Turn(table.deals, 0, () if computer else people, computer)
    seat = table.game.active
    there = table.seats[seat]
    computer = there is not None and there.plays_itself is not None
    return _Turn(table.deals, table.game.turn, () if computer else (seat,), computer)


def waiting_after(before: Table, after: Table, here: Collection[int] = ()) -> Waiting | None:
    """Return whom a slow game waits for after an event, if that is somebody else than before."""
    was, now = _turn_of(before), _turn_of(after)
    if was == now:
        return None
    if now is None:
        return Waiting()
    return Waiting(now.seats, now.computer, after.settings.slow, frozenset(here))
