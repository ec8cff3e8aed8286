"""Connections as uvicorn holds them, made strict: who says nothing, takes nothing or comes in crowds is let go."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections import Counter
from collections.abc import Collection
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any, Final

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from ..host.limits import Limits, network_of

log = logging.getLogger("nonante.server")
FRAGMENTS: Final = 64  # pieces of one message: a message has 4 KiB, so nobody needs more
LAST_WORDS: Final = 1.0  # seconds for a close frame to go out before the line is cut


class Door:
    """Counts connections, in all and of each network; when the house is full, who has been silent longest goes."""

    def __init__(self, most: int, of_one: int, proxies: Collection[str] = ()) -> None:
        self._most = most
        self._of_one = of_one
        self._proxies = [network for network in map(_network, proxies) if network]
        self._proxied = "*" in proxies
        self._inside: dict[asyncio.Transport, str] = {}
        self._networks: Counter[str] = Counter()
        self._silent: dict[asyncio.Transport, None] = {}
        self.turned_away = 0

    def __len__(self) -> int:
        return len(self._inside)

    def enter(self, transport: asyncio.Transport) -> bool:
        """Let a connection in, or say that there is no place for it."""
        network = self._network(transport)
        if (network and self._networks[network] >= self._of_one) or not self._make_place():
            self.turned_away += 1
            log.warning("connections are turned away: %d are open", len(self._inside))
            return False
        self._inside[transport] = network
        self._networks[network] += 1
        self._silent[transport] = None
        return True

    def heard(self, transport: asyncio.Transport) -> None:
        """Note that a connection has asked something."""
        self._silent.pop(transport, None)

    def leave(self, transport: asyncio.Transport) -> None:
        """Forget a connection."""
        network = self._inside.pop(transport, None)
        self._silent.pop(transport, None)
        if network is not None:
            self._networks[network] -= 1
            if not self._networks[network]:
                del self._networks[network]

    def _make_place(self) -> bool:
        if len(self._inside) < self._most:
            return True
        if not self._silent:
            return False
        oldest = next(iter(self._silent))
        self.leave(oldest)
        oldest.abort()
        return True

    def _network(self, transport: asyncio.Transport) -> str:
        """Return whom a connection counts for; a proxy stands for many, and counts for none."""
        peer = transport.get_extra_info("peername")
        if self._proxied or not isinstance(peer, tuple):
            return ""
        network = network_of(peer[0])
        address = ip_address(network.partition("/")[0])
        return "" if any(address in proxy for proxy in self._proxies) else network


class StrictConfig(uvicorn.Config):
    """uvicorn's settings, with our protocols, the door they share, and our limits."""

    def __init__(self, app: Any, limits: Limits, door: Door, **options: Any) -> None:
        super().__init__(app, http=StrictHttp, ws=StrictSocket, ws_max_size=limits.message, **options)
        self.limits = limits
        self.door = door


class _Patience:
    """A deadline that is set, and lifted again, or cuts the line."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, transport: asyncio.Transport) -> None:
        """Set the deadline, unless it is set."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self._seconds, transport.abort)

    def end(self) -> None:
        """Lift the deadline."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class StrictHttp(H11Protocol):
    """HTTP where a whole request must come within a time, and its answer must be taken within a time."""

    config: StrictConfig

    def __init__(self, config: StrictConfig, *arguments: Any, **options: Any) -> None:
        super().__init__(config, *arguments, **options)
        self._upgraded = False
        self._asking = _Patience(config.limits.request)
        self._taking = _Patience(config.limits.stall)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let it in, if there is place."""
        super().connection_made(transport)
        if not self.config.door.enter(transport):
            transport.abort()
            return
        _send_at_once(transport)
        self._asking.begin(transport)

    def data_received(self, data: bytes) -> None:
        """Read on; what is begun must be finished in time."""
        super().data_received(data)
        if self._upgraded:
            return
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self._asking.begin(self.transport)
        else:
            self._asking.end()
            self.config.door.heard(self.transport)

    def on_response_complete(self) -> None:
        """Count the answer; until the next request uvicorn's own keep-alive time runs."""
        self._asking.end()
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Become a WebSocket, whose own deadlines hold from here on."""
        self._upgraded = True
        self._asking.end()
        self._taking.end()
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        """Wait for a client that takes nothing, but not for ever."""
        super().pause_writing()
        self._taking.begin(self.transport)

    def resume_writing(self) -> None:
        """Go on."""
        super().resume_writing()
        self._taking.end()

    def connection_lost(self, exc: Exception | None) -> None:
        """Clear up."""
        self._asking.end()
        self._taking.end()
        self.config.door.leave(self.transport)
        super().connection_lost(exc)


class StrictSocket(WebSocketsSansIOProtocol):
    """A WebSocket whose other end has to take what is sent, and to answer pings."""

    config: StrictConfig

    def __init__(self, config: StrictConfig, *arguments: Any, **options: Any) -> None:
        super().__init__(config, *arguments, **options)
        self._taking = _Patience(config.limits.stall)
        self._heard_at = 0.0

    def data_received(self, data: bytes) -> None:
        """Read on, and note that there is life in the line."""
        self._heard_at = self.loop.time()
        super().data_received(data)

    def send_keepalive_ping(self) -> None:
        """Ask for a sign of life, unless one came by itself: the browsers' own heartbeat spares ours."""
        silent = self.loop.time() - self._heard_at
        if self.ping_interval and silent < self.ping_interval:
            self.ping_timer = self.loop.call_later(self.ping_interval - silent, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    def handle_connect(self, event: Request) -> None:
        """Start the application, which may cut the line."""
        self.config.door.heard(self.transport)
        super().handle_connect(event)

    def pause_writing(self) -> None:
        """Wait for a client that takes nothing, but not for ever."""
        super().pause_writing()
        self._taking.begin(self.transport)

    def resume_writing(self) -> None:
        """Go on."""
        super().resume_writing()
        self._taking.end()

    def keepalive_timeout(self) -> None:
        """Close, and do not wait until a client that takes nothing has taken the close frame."""
        super().keepalive_timeout()
        self.loop.call_later(LAST_WORDS, self.transport.abort)

    def handle_ping(self) -> None:
        """Answer, unless answers pile up already."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def handle_cont(self, event: Frame) -> None:
        """Take another piece of a message, but not pieces without end."""
        if len(self.frames) >= FRAGMENTS:
            self.transport.abort()
            return
        super().handle_cont(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Clear up."""
        self._taking.end()
        self.config.door.leave(self.transport)
        super().connection_lost(exc)


def _network(text: str) -> IPv4Network | IPv6Network | None:
    """Read the address of a proxy; what is none, uvicorn compares as it stands, and it counts like anybody."""
    try:
        return ip_network(text, strict=False)
    except ValueError:
        return None


def _send_at_once(transport: asyncio.Transport) -> None:
    """Switch Nagle's delay off: an answer of two writes took 44 ms."""
    line = transport.get_extra_info("socket")
    if line is not None and line.family in (socket.AF_INET, socket.AF_INET6):
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
