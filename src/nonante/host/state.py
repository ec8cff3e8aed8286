"""`TableState`: a table and what goes with it on a server, as its log says; the same after a restart, anywhere."""

from __future__ import annotations

from collections import OrderedDict, deque
from dataclasses import dataclass, field
from typing import Final

from ..messages import TableInfo
from ..table import Configured, Dealt, Event, Left, Played, Record, Seated, Started, Swapped, Table
from .access import Digests, places
from .errors import HostError
from .slow import waiting_after
from .store import Entry, Log
from .views import settings_data

KEYS_REMEMBERED: Final = 64
CACHED_EVENTS: Final = 50_000
"""Of all tables that are remembered, together."""
NO_TURN: Final = 1 << 62  # later than any event: before a deal nobody moves


@dataclass
class TableState:
    """Follows the entries of a log, one after the other."""

    table: Table = field(default_factory=Table)
    seq: int = 0
    turn_seq: int = NO_TURN
    """The event with which the current turn began."""
    deal_seq: int = 0
    """The event with which the current game was dealt."""
    waiting_seq: int = 0
    """The event since which a slow game waits for whom it waits for."""
    owner: int | None = None
    """The seat of the person who opened the table; after they left for good, of the first who was there then."""
    digests: Digests = ()
    heard: dict[int, int] = field(default_factory=dict)
    """How much had been said when each person sat down: what was said before is not for them."""
    keys: dict[int, deque[str]] = field(default_factory=dict)
    """The keys of each seat's last commands: what is sent twice has one effect."""

    @classmethod
    def of(cls, log: Log) -> TableState:
        """Return the state that a log leads to."""
        state = cls()
        for entry in log.entries:
            state.take(entry, state.table.apply(entry.event))
        state.digests = log.digests(len(state.table.seats))
        return state

    def take(self, entry: Entry, after: Table) -> None:
        """Apply an entry; `after` is the table it leads to."""
        before, self.table = self.table, after
        self.seq += 1
        self._follow_turn(entry.event, before)
        if waiting_after(before, after) is not None:
            self.waiting_seq = self.seq
        self._follow_people(entry.event, before)
        if entry.secrets is not None:
            self.digests = entry.secrets
        if entry.seat is not None and entry.key is not None:
            self.keys.setdefault(entry.seat, deque(maxlen=KEYS_REMEMBERED)).append(entry.key)

    def _follow_turn(self, event: Event, before: Table) -> None:
        match event:
            case Dealt():
                self.turn_seq = self.deal_seq = self.seq
            case Started():
                self.turn_seq = self.seq
            case Played() if before.game and self.table.game and before.game.turn != self.table.game.turn:
                self.turn_seq = self.seq

    def _follow_people(self, event: Event, before: Table) -> None:
        match event:
            case Seated(seat, _, None):
                self.heard[seat] = before.said
                self.owner = seat if self.owner is None else self.owner
            case Left(seat):
                self.keys.pop(seat, None)
                if seat == self.owner:
                    self.owner = self.table.host
            case Configured() | Swapped():
                moved = places(before, self.table, event)
                self.keys = {new: self.keys[old] for old, new in moved.items() if old in self.keys}
                self.heard = {new: self.heard[old] for old, new in moved.items() if old in self.heard}
                self.owner = None if self.owner is None else moved.get(self.owner, self.table.host)


class StateCache:
    """The tables read last, up to a total of events, so that reading one again is cheap."""

    def __init__(self, most: int = CACHED_EVENTS) -> None:
        self._most = most
        self._events = 0
        self._states: OrderedDict[str, TableState] = OrderedDict()

    def find(self, code: str, length: int) -> TableState | None:
        """Return a table from the cache, unless its log has grown."""
        state = self._states.get(code)
        if state is None or state.seq != length:
            return None
        self._states.move_to_end(code)
        return state

    def remember(self, code: str, state: TableState) -> TableState:
        """Remember a table; the oldest ones are forgotten for it."""
        self.forget(code)
        self._events += state.seq
        self._states[code] = state
        while self._events > self._most:
            self._events -= self._states.popitem(last=False)[1].seq
        return state

    def forget(self, code: str) -> None:
        """Remove a table, because it is in memory from now on."""
        state = self._states.pop(code, None)
        self._events -= state.seq if state else 0


def table_info(code: str, table: Table, named: bool = True) -> TableInfo:
    """Return what anybody with the link may know; not `named`: which seats are free, and nobody's name."""
    names = [(seat.name if named else "") if seat else None for seat in table.seats]
    return TableInfo(code, settings_data(table.settings), names, table.running, table.paused)


def record_of(table: Table) -> Record:
    """Return the record of a finished game."""
    if table.game is None or table.running:
        raise HostError("not-over")
    return Record.of(table)
