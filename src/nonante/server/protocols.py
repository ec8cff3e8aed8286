"""uvicorn's protocols with limits: connections that are silent, do not read or are too many are closed.

Everything that arrives is counted before it is parsed: frames of any kind, bytes, requests, connections. A socket that
sends too much is closed; an address whose connections together send too much is read more slowly.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from typing import Any, Final

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from ..host import TOO_FAST, Bucket, Buckets, Limits, network_of
from .connections import Connections

log = logging.getLogger("nonante.server")
FRAGMENTS: Final = 64  # per message; a message has at most 4 KiB
AT_A_TIME: Final = 4096  # bytes read from one line before the others have their turn
HEAD_BYTES: Final = 8192
HEAD_LINES: Final = 100
ASKING: Final = 4  # frames that a request counts as
BAD_REQUEST: Final = b"HTTP/1.1 400 Bad Request\r\ncontent-type: text/plain; charset=utf-8\r\nconnection: close\r\n\r\n"
MOST_FORGOTTEN: Final = 1 << 18  # bytes after a refused request that are read before the line is cut
MASK: Final = 4  # bytes; every frame of a client has one
_LONGER: Final = {126: 2, 127: 8}  # bytes of a length that does not fit into the second byte
LAST_WORDS: Final = 1.0  # seconds for a close frame to go out before the line is cut


class StrictConfig(uvicorn.Config):
    """uvicorn's settings, with our protocols, their shared connections, and our limits."""

    def __init__(self, app: Any, limits: Limits, connections: Connections, **options: Any) -> None:
        super().__init__(app, http=StrictHttp, ws=StrictSocket, ws_max_size=limits.message, **options)
        self.h11_max_incomplete_event_size = HEAD_BYTES
        self.limits = limits
        self.connections = connections


class _Deadline:
    """A deadline that closes the connection unless it is lifted in time."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, transport: asyncio.Transport) -> None:
        """Set the deadline, unless it is already set."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self._seconds, transport.abort)

    def end(self) -> None:
        """Lift the deadline."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class PlainBodies(h11.Connection):
    """HTTP without chunked bodies: chunks may be a byte each, and no client of ours uses them."""

    def next_event(self) -> Any:
        """Return the next event; refuse a body of unknown length before reading it."""
        event = super().next_event()
        if isinstance(event, h11.Request) and any(name == b"transfer-encoding" for name, _ in event.headers):
            raise h11.RemoteProtocolError("a body needs its length", error_status_hint=411)
        return event


class _Strict(asyncio.Protocol):
    """The base of both protocols: the client must read what is sent within a time limit."""

    config: Any
    transport: asyncio.Transport
    _taking: _Deadline
    _forgotten = 0

    def pause_writing(self) -> None:
        """Wait for a client that does not read, but with a deadline."""
        super().pause_writing()
        self._taking.begin(self.transport)

    def resume_writing(self) -> None:
        """Lift the deadline: the client is reading again."""
        super().resume_writing()
        self._taking.end()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection and its deadlines."""
        self._taking.end()
        self.config.connections.leave(self.transport)
        super().connection_lost(exc)

    def _forget(self, data: bytes) -> None:
        """Discard input after a refusal: closing with unread bytes would also discard the answer."""
        self._forgotten += len(data)
        if self._forgotten > MOST_FORGOTTEN:
            self.transport.abort()


class StrictHttp(_Strict, H11Protocol):
    """HTTP with time limits for receiving a whole request and for reading the answer."""

    config: StrictConfig

    def __init__(self, config: StrictConfig, *arguments: Any, **options: Any) -> None:
        super().__init__(config, *arguments, **options)
        self.conn = PlainBodies(h11.SERVER, HEAD_BYTES)
        self._upgraded = self._refused = False
        self._lines = 0
        self._asking = _Deadline(config.limits.request)
        self._taking = _Deadline(config.limits.stall)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Admit the connection if a place is free."""
        super().connection_made(transport)
        if not self.config.connections.enter(transport):
            transport.abort()
            return
        _send_at_once(transport)
        _read_little(transport)
        self._asking.begin(transport)
        wait = self._wait(self.config.connections.arrivals)
        if wait:
            self.flow.pause_reading()
            self.loop.call_later(wait, self.flow.resume_reading)

    def _wait(self, buckets: Buckets, count: int = 1) -> float:
        """Count something for the client's address; return the seconds it has to wait."""
        network = self.config.connections.network(self.transport)
        if not network:
            return 0.0
        bucket = buckets.of(network)
        bucket.owe(count)
        return bucket.owed()

    def data_received(self, data: bytes) -> None:
        """Read input; a request must be complete in time."""
        if self._refused:
            self._forget(data)
            return
        if self.conn.their_state is h11.IDLE:
            self._lines += data.count(b"\n")
            if self._lines > HEAD_LINES:
                self.send_400_response("Too many headers.")
                return
        super().data_received(data)
        if self._upgraded:
            return
        if self.conn.their_state is not h11.IDLE:
            self._lines = 0
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self._asking.begin(self.transport)
        else:
            self._asking.end()
            self.config.connections.heard(self.transport)

    def send_400_response(self, msg: str) -> None:
        """Refuse an invalid request, and discard further input, so that the answer arrives."""
        log.warning("a request is refused: %s", msg)
        self.config.connections.turned_away("malformed")
        self._refused = True
        self.transport.write(BAD_REQUEST + msg.encode())
        self.transport.write_eof()
        self.loop.call_later(LAST_WORDS, self.transport.abort)

    def on_response_complete(self) -> None:
        """Count the answer; until the next request, uvicorn's own keep-alive timeout applies."""
        self._asking.end()
        wait = self._wait(self.config.connections.work, ASKING)
        if wait:
            self.loop.call_later(wait, super().on_response_complete)
        else:
            super().on_response_complete()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Become a WebSocket, which has its own deadlines."""
        self._upgraded = True
        self._asking.end()
        self._taking.end()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection and its deadlines."""
        self._asking.end()
        super().connection_lost(exc)


class FrameCounter:
    """Counts the frames of one connection, at a hundredth of the cost of parsing and answering them."""

    __slots__ = ("_head", "_skip")

    def __init__(self) -> None:
        self._skip = 0
        self._head = b""

    def feed(self, data: bytes) -> int:
        """Return the number of frames whose header these bytes complete."""
        data = self._head + data
        place, found, end = self._skip, 0, len(data)
        while place + 2 <= end:
            size = data[place + 1] & 0x7F
            longer = _LONGER.get(size, 0)
            if longer:
                if place + 2 + longer > end:
                    break
                size = int.from_bytes(data[place + 2 : place + 2 + longer], "big")
            place += 2 + longer + MASK + size
            found += 1
        self._skip = max(0, place - end)
        self._head = data[place:]
        return found


class StrictSocket(_Strict, WebSocketsSansIOProtocol):
    """A WebSocket whose client must read what is sent, answer pings and respect the rate limits."""

    config: StrictConfig

    def __init__(self, config: StrictConfig, *arguments: Any, **options: Any) -> None:
        super().__init__(config, *arguments, **options)
        limits = config.limits
        self._taking = _Deadline(limits.stall)
        self._heard_at = 0.0
        self._counter = FrameCounter()
        self._frames, self._bytes, self._modest = map(Bucket, (limits.frames, limits.socket_bytes, limits.modest))
        self._held = b""
        self._sent_away = False

    def data_received(self, data: bytes) -> None:
        """Read input as long as the connection and its network respect the limits; note the activity."""
        self._heard_at = self.loop.time()
        if self._sent_away:
            self._forget(data)
            return
        if not self.handshake_initiated:
            super().data_received(data)
            return
        frames = self._counter.feed(data)
        if not (self._frames.take(frames) and self._bytes.take(len(data))):
            self._close_for("too many frames or bytes")
        elif self._held:
            self._held += data
            self.transport.pause_reading()
        else:
            self._read(data, frames)

    def _read(self, data: bytes, frames: int) -> None:
        """Parse input, with a delay if the network has sent too much."""
        network = self.config.connections.work.of(self._address())
        modest = self._modest.take(frames)
        if not modest and (wait := network.owed()):
            self._held = data
            self.transport.pause_reading()
            self.loop.call_later(wait, self._go_on, frames)
            return
        if not modest:
            network.owe(frames)
        super().data_received(data)

    def _go_on(self, frames: int) -> None:
        if self._sent_away or self.transport.is_closing():
            return
        data, self._held = self._held, b""
        if not self.read_paused:
            self.transport.resume_reading()
        self._read(data, frames)

    def _address(self) -> str:
        """Return the client's address; behind a proxy, the one that the application uses."""
        client = self.scope.get("client")
        return client[0] if client else "?"

    def _close_for(self, why: str) -> None:
        """Close the connection of a client that sends too much, with a moment to read why."""
        if self._sent_away or self.transport.is_closing():
            return
        self._sent_away = True
        self.transport.resume_reading()
        log.warning("a socket of %s is closed: %s", network_of(self._address()), why)
        self.config.connections.turned_away("too-much")
        self.conn.fail(TOO_FAST, why)
        self.queue.put_nowait({"type": "websocket.disconnect", "code": TOO_FAST, "reason": why})
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.loop.call_later(LAST_WORDS, self.transport.abort)

    def send_keepalive_ping(self) -> None:
        """Send a ping unless something has arrived: the heartbeat of browsers makes ours unnecessary."""
        silent = self.loop.time() - self._heard_at
        if self.ping_interval and silent < self.ping_interval:
            self.ping_timer = self.loop.call_later(self.ping_interval - silent, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    def handle_connect(self, event: Request) -> None:
        """Start the application, which may close the connection."""
        self.config.connections.heard(self.transport)
        super().handle_connect(event)

    def keepalive_timeout(self) -> None:
        """Close without waiting for a client that does not read to read the close frame."""
        super().keepalive_timeout()
        self.loop.call_later(LAST_WORDS, self.transport.abort)

    def handle_cont(self, event: Frame) -> None:
        """Accept another fragment of a message, up to a limit."""
        if len(self.frames) >= FRAGMENTS:
            self._close_for("a message in too many pieces")
        else:
            super().handle_cont(event)


def _read_little(transport: asyncio.Transport) -> None:
    """Let the transport read little at a time: with 256 KiB, its default, one connection delays everybody."""
    if hasattr(transport, "max_size"):  # of asyncio's selector loop, uvicorn's default here
        transport.max_size = AT_A_TIME


def _send_at_once(transport: asyncio.Transport) -> None:
    """Switch Nagle's delay off: an answer of two writes took 44 ms."""
    line = transport.get_extra_info("socket")
    if line is not None and line.family in (socket.AF_INET, socket.AF_INET6):
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
