"""Slow games: whom a table waits for, when that changes, and for how long it has been waiting."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping
from typing import NamedTuple

from ..table import Table
from .store import Store, Waiting


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


def whose_turn(table: Table) -> int | None:
    """Return the seat whose turn it is; None while it is nobody's."""
    return table.game.active if table.game and table.running and table.starter is not None else None


async def waiting_times(store: Store, tables: Mapping[str, Table]) -> dict[str, int]:
    """Return for how many seconds slow games have been waiting; a clock that was set back makes that 0, never less."""
    slow = [code for code, table in tables.items() if table.settings.slow and table.running]
    now = time.time()
    return {code: max(0, int(now - since)) for code, since in (await store.waiting_since(slow)).items()} if slow else {}
