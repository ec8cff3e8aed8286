"""What one client, one address, one table and one server may use, how that is counted, and how tables behave."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import Final

from ..messages import Command, Propose, SendSignal, Wish
from ..table import Configured, Dealt, Left, Played, Seated, Started, Step, Swapped
from .errors import HostError
from .latest import Latest

NANO: Final = 10**9


@dataclass(frozen=True, slots=True)
class Rate:
    """A rate limit: a number per second, and a burst (`at_once`)."""

    a_second: float
    at_once: int


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a server; docs/reference/configuration.md lists them."""

    message: int = 4096
    """Bytes of one message."""
    body: int = 16_384
    """Bytes of one HTTP request."""
    messages: Rate = Rate(20, 60)
    """Messages per socket, per seat, and from all spectators of a table together."""
    address_messages: Rate = Rate(100, 600)
    """Messages per address, counted separately for sockets with and without a seat."""
    frames: Rate = Rate(40, 240)
    """Frames of any kind per socket; a socket that exceeds this is closed."""
    socket_bytes: Rate = Rate(16_384, 262_144)
    """Bytes per socket; a socket that exceeds this is closed."""
    modest: Rate = Rate(2, 8)
    """Frames per socket that are never delayed by other sockets of the same address."""
    address_work: Rate = Rate(150, 300)
    """Frames per address before they are delayed; a request counts as four."""
    arrivals: Rate = Rate(30, 60)
    """New connections per address before they are delayed."""
    signals: Rate = Rate(2, 20)
    """Signals, withdrawals, wishes and proposals per seat."""
    chat: Rate = Rate(0.5, 5)
    """Chat messages per socket."""
    hints: Rate = Rate(0.5, 5)
    """Hints per socket."""
    strikes: int = 100
    """Messages refused as too fast or malformed before the socket is closed."""
    requests: Rate = Rate(20, 400)
    """API requests per address."""
    files: Rate = Rate(50, 1500)
    """Other requests per address: pages, files of the client, health."""
    openings: Rate = Rate(1, 60)
    """Tables opened from one address."""
    lookups: Rate = Rate(5, 100)
    """Requests per address for tables that are only in the store."""
    misses: Rate = Rate(1, 30)
    """Wrong table codes per address, over all endpoints."""
    code_length: int | None = None
    """Length of new table codes; by default it depends on the number of tables (`fitting_length`)."""
    replays: Rate = Rate(2, 20)
    """Finished games requested per address, to replay or review."""
    syncs: Rate = Rate(0.5, 100)
    """Requests per address to share something among paired devices."""
    tables: int = 2000
    """Tables in memory."""
    game_events: int = 1000
    """Events in a game after which only cards are accepted; a long game with much talk has about 500."""
    table_events: int = 20_000
    """Events after which a table accepts no new deal."""
    inbox: int = 256
    """Commands waiting at one table."""
    spectators: int = 60
    """Spectators per table; above this, the address with most of them loses its oldest."""
    sockets_per_seat: int = 8
    """Sockets per seat; above this, the oldest is closed."""
    sockets_per_address: int = 200
    """Sockets per address."""
    connections: int = 10_000
    """Open connections of all kinds; fewer if the system allows fewer open files."""
    waiting: int = 256
    """Frames a slow client may lag behind before it is disconnected."""
    waiting_bytes: int = 1 << 20
    """Bytes a slow client may lag behind before it is disconnected."""
    request: float = 10.0
    """Seconds for a whole HTTP request to arrive."""
    stall: float = 15.0
    """Seconds a client may go without reading what is sent to it."""
    refused: float = 60.0
    """Seconds before somebody refused by the host may ask for a seat again."""
    hello: float = 10.0
    """Seconds within which a socket must say hello."""
    idle: float = 600.0
    """Seconds after which a table without sockets is removed from memory; it stays in the store."""
    keep: float = 0.0
    """Days without activity after which a table is deleted; 0 keeps all."""
    stale: float = 1800.0
    """Seconds without a command after which a table may be removed from memory to make room, even with sockets."""


@dataclass(frozen=True, slots=True)
class TableBehaviour:
    """How tables behave; all times are in seconds."""

    pace: float = 0.9
    """Between two cards of a computer player."""
    settle: float = 1.5
    """Without a socket before a seat counts as away, so that a reload shows nothing."""
    arrive: float = 15.0
    """For the first socket of somebody who just opened the table."""
    stand_in: float = 20.0
    """Away before a computer player moves for the seat, where the table wants that."""
    host: float = 30.0
    """Away before the next person may do what the host may."""
    anyone: float = 30.0
    """Away before not only the host but anybody may let a computer player move for the seat."""
    again: float = 10.0
    """After a wish for another game before not only the host but anybody may deal it."""
    count: float = 1.0
    """Until those who look on are counted anew."""
    research: bool = False
    """Whether people are asked if their games may be used for research."""
    pool: Executor | None = field(default=None, compare=False)
    """Where computer players think; None is asyncio's own threads."""
    hint_pool: Executor | None = field(default=None, compare=False)
    """Where hints are thought out, so that those who ask for many do not keep the computer players waiting."""
    wake_pool: Executor | None = field(default=None, compare=False)
    """Where tables that people come back to are read from the store."""
    read_pool: Executor | None = field(default=None, compare=False)
    """Where finished games, records and tables that strangers ask about are read."""


class Bucket:
    """Counts against one rate.

    The clock is read to the nanosecond and cut into parts so fine that a take lasts a whole number of them:
    whole numbers know no rounding, whatever the clock says.
    """

    __slots__ = ("_full_at", "_now", "_one", "_parts", "_room")

    def __init__(self, rate: Rate, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._parts, seconds = rate.a_second.as_integer_ratio()
        self._one = seconds * NANO
        self._room = rate.at_once * self._one
        self._full_at = self._read()  # when the bucket will be full again

    def take(self, count: int = 1) -> bool:
        """Take so many, or none and tell that there are not enough."""
        now = self._read()
        full_at = max(self._full_at, now) + count * self._one
        if full_at - now > self._room:
            return False
        self._full_at = full_at
        return True

    def owed(self) -> float:
        """Return the seconds until nothing is owed any more."""
        return max(0, self._full_at - self._read() - self._room) / (self._parts * NANO)

    def owe(self, count: int = 1) -> None:
        """Take so many, on credit where there are not enough."""
        self._full_at = max(self._full_at, self._read()) + count * self._one

    def drain(self) -> None:
        """Take all there is, so that it fills again from now."""
        self._full_at = max(self._full_at, self._read() + self._room)

    @property
    def empty(self) -> bool:
        """Whether there is none to take now."""
        now = self._read()
        return max(self._full_at, now) + self._one - now > self._room

    def _read(self) -> int:
        above, below = self._now().as_integer_ratio()  # a product of floats would be rounded
        return (above * NANO + below // 2) // below * self._parts


@dataclass
class Buckets:
    """A bucket for each address, the latest few thousand of them."""

    rate: Rate
    most: int = 4096

    def __post_init__(self) -> None:
        self._buckets = Latest[str, Bucket](self.most)

    def take(self, address: str) -> bool:
        """Take one for the network of this address."""
        return self.of(address).take()

    def of(self, address: str) -> Bucket:
        """Return the bucket of this address's network."""
        address = network_of(address)
        bucket = self._buckets.pop(address, None) or Bucket(self.rate)
        self._buckets[address] = bucket
        return bucket


def network_of(address: str) -> str:
    """Return what counts as one visitor: an IPv4 address, or the /64 that a household gets of IPv6."""
    from ipaddress import IPv6Address, ip_address  # of which a page needs nothing

    try:
        there = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(there, IPv6Address):
        if there.ipv4_mapped is not None:
            return str(there.ipv4_mapped)
        return f"{IPv6Address(int(there) >> 64 << 64)}/64"
    return str(there)


class Meter:
    """Counts against the limits of one table. However many sockets a seat has, it has one measure."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self._all: dict[int | None, Bucket] = {}
        self._signals: dict[int | None, Bucket] = {}

    def take(self, seat: int | None, command: Command) -> bool:
        """Take one for this seat, or (None) for all spectators together."""
        allowed = self._all.setdefault(seat, Bucket(self.limits.messages)).take()
        if isinstance(command, SendSignal | Wish | Propose):
            allowed = allowed and self._signals.setdefault(seat, Bucket(self.limits.signals)).take()
        return allowed

    def check(self, step: Step, since_deal: int, seq: int) -> None:
        """Refuse what would make a log too long to read; what ends a running game is always allowed."""
        match step.event:
            case Played() | Started():
                return
            case Dealt():
                if seq >= self.limits.table_events:
                    raise HostError("table-worn")
            case Configured() | Seated() | Left() | Swapped() if since_deal < 2 * self.limits.game_events:
                return  # coming and going stays possible for longer than talk
            case _ if since_deal >= self.limits.game_events:
                raise HostError("game-worn")
