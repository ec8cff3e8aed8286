"""`Connection`: one socket. Reads raw messages, refuses what is none, and passes the rest to the table's owner."""

from __future__ import annotations

import asyncio
import itertools
from collections import deque
from collections.abc import Awaitable, Callable

from ..messages import Emote, FromClient, Hello, Hint, Refused, Say, StructError, decoder, encode
from .access import seat_of
from .errors import TOO_FAST, TOO_SLOW, HostError, refusal_of
from .limits import Bucket, Limits
from .live_table import LiveTable

KEY_LENGTH = 64
_numbers = itertools.count()

_decode = decoder(FromClient)


class Closed(Exception):
    """The socket is to be closed, with this code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


def read(text: str | bytes | None, limit: int) -> FromClient:
    """Decode a message, or raise HostError."""
    if not isinstance(text, str):
        raise HostError("malformed", why="not a text frame")
    try:
        raw = text.encode()
        if len(raw) > limit:
            raise HostError("too-large", limit=limit)
        message: FromClient = _decode(raw)
    except (StructError, UnicodeError, RecursionError) as error:
        raise HostError("malformed", why=str(error)[:200]) from None
    if not 1 <= len(message.key) <= KEY_LENGTH:
        raise HostError("malformed", why=f"a key has 1 to {KEY_LENGTH} characters")
    return message


def token_in(text: str, limit: int) -> str | None:
    """Return the secret in a hello; None in any other message."""
    try:
        message = read(text, limit)
    except HostError:
        return None
    return message.token if isinstance(message, Hello) else None


class Connection:
    """One client at one table. `push` never waits; `write` sends what is queued."""

    def __init__(
        self,
        table: LiveTable,
        limits: Limits,
        address: str = "",
        shared: Bucket | None = None,
        seated: Bucket | None = None,
    ) -> None:
        """`shared` is what all sockets of its address may send, `seated` those with a seat, who wait for no crowd."""
        self.seat: int | None = None
        self.greeted = False
        self.address = address
        self.number = next(_numbers)
        self._table = table
        self._limits = limits
        self._all = Bucket(limits.messages)
        self._shared = shared or Bucket(limits.address_messages)
        self._seated = seated
        self._chat = Bucket(limits.chat)
        self._hints = Bucket(limits.hints)
        self._strikes = 0
        self._frames: deque[bytes] = deque()
        self._bytes = 0
        self._ready = asyncio.Event()
        self._expelled: int | None = None

    def push(self, frame: bytes) -> None:
        """Queue a frame; a client that lags too far behind is cut off, and comes back to the newest state."""
        if self._expelled is not None:
            return
        if len(self._frames) >= self._limits.waiting or self._bytes + len(frame) > self._limits.waiting_bytes:
            self._frames.clear()
            self._expelled = TOO_SLOW
        else:
            self._frames.append(frame)
            self._bytes += len(frame)
        self._ready.set()

    async def write(self, send: Callable[[str], Awaitable[None]]) -> None:
        """Send frames as they come, until cancelled."""
        while True:
            await self._ready.wait()
            self._ready.clear()
            while self._frames:
                frame = self._frames.popleft()
                self._bytes -= len(frame)
                await send(frame.decode())
                del frame  # 6 kB for each socket, which wait most of the time
            if self._expelled is not None:
                raise Closed(self._expelled)

    def receive(self, text: str | bytes | None) -> None:
        """Take one raw message: answer what is none, queue the rest at the table."""
        key = None
        try:
            message = read(text, self._limits.message)
            key = message.key
            self._check_rate(message)
        except HostError as error:
            self._strike(key, error)
        else:
            self._table.command(self, message)

    def _check_rate(self, message: FromClient) -> None:
        seat = self._seat_for(message)
        shared = self._shared if seat is None else self._seated or self._shared
        allowed = self._all.take() and shared.take() and self._table.meter.take(seat, message)
        if isinstance(message, Say | Emote):
            allowed = allowed and self._chat.take()
        elif isinstance(message, Hint):
            allowed = allowed and self._hints.take()
        if not allowed:
            raise HostError("too-fast")

    def _seat_for(self, message: FromClient) -> int | None:
        """Return the seat whose rate limit a message counts against; a hello with a secret counts for its seat."""
        if self.seat is None and isinstance(message, Hello) and message.token is not None:
            return seat_of(message.token, self._table.state.digests)
        return self.seat

    def _strike(self, key: str | None, error: HostError) -> None:
        self._strikes += 1
        if self._strikes > self._limits.strikes:
            raise Closed(TOO_FAST)
        self.push(encode(Refused(key, refusal_of(error))))

    def expel(self, code: int) -> None:
        """Let the writer close the socket after what is queued."""
        self._expelled = code
        self._ready.set()

    def close(self) -> None:
        """Tell the table that this socket is gone."""
        self._table.detach(self)
