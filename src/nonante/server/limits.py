"""What one client, one address and one server may use."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field


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
    """Counts against one rate."""

    __slots__ = ("_full_at", "_now", "_rate")

    def __init__(self, rate: Rate, now: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._now = now
        self._full_at = now()  # when the bucket will be full again

    def take(self) -> bool:
        """Take one, or tell that there is none."""
        now, rate = self._now(), self._rate
        full_at = max(self._full_at, now) + 1 / rate.a_second
        if full_at - now > rate.at_once / rate.a_second:
            return False
        self._full_at = full_at
        return True


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
