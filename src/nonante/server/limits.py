"""What one client, one address and one server may use."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

NANO: Final = 10**9


@dataclass(frozen=True, slots=True)
class Rate:
    """So many a second, and so many at once."""

    a_second: float
    at_once: int


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a server; docs/hosting.md lists them."""

    message: int = 4096
    """Bytes of one message."""
    body: int = 16_384
    """Bytes of one HTTP request."""
    messages: Rate = Rate(20, 60)
    """Of one socket."""
    chat: Rate = Rate(0.5, 5)
    """Lines of one socket."""
    hints: Rate = Rate(0.5, 5)
    """Of one socket."""
    strikes: int = 100
    """Messages refused as too fast or malformed before the socket is closed."""
    openings: Rate = Rate(1, 60)
    """Tables opened from one address."""
    misses: Rate = Rate(1, 30)
    """Codes of no table asked for from one address."""
    replays: Rate = Rate(2, 20)
    """Finished games asked for from one address, to look at or to review."""
    tables: int = 2000
    """Tables in memory."""
    sockets_per_table: int = 60
    sockets_per_address: int = 200
    waiting: int = 256
    """Frames a slow client may lag behind before it is cut off."""
    hello: float = 10.0
    """Seconds until a socket must have said hello."""
    idle: float = 600.0
    """Seconds after which a table without sockets leaves the memory; it stays in the store."""


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

    def take(self) -> bool:
        """Take one, or tell that there is none."""
        now = self._read()
        full_at = max(self._full_at, now) + self._one
        if full_at - now > self._room:
            return False
        self._full_at = full_at
        return True

    def _read(self) -> int:
        above, below = self._now().as_integer_ratio()  # a product of floats would be rounded
        return (above * NANO + below // 2) // below * self._parts


@dataclass
class Buckets:
    """A bucket for each address, the latest few thousand of them."""

    rate: Rate
    kept: int = 4096
    _buckets: OrderedDict[str, Bucket] = field(default_factory=OrderedDict)

    def take(self, address: str) -> bool:
        """Take one for this address."""
        bucket = self._buckets.pop(address, None) or Bucket(self.rate)
        self._buckets[address] = bucket
        if len(self._buckets) > self.kept:
            self._buckets.popitem(last=False)
        return bucket.take()
