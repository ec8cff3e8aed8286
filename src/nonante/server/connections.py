"""`Connections`: who may come in. Counts connections and what each network does; too many are turned away or wait."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Collection
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from ..host import Buckets, Limits, network_of

log = logging.getLogger("nonante.server")


class Connections:
    """Counts connections, in total and per network; when all places are taken, the longest idle one is closed."""

    def __init__(self, most: int, of_one: int, proxies: Collection[str] = (), limits: Limits | None = None) -> None:
        limits = limits or Limits()
        self.work = Buckets(limits.address_work)
        """What each network may still do at once."""
        self.arrivals = Buckets(limits.arrivals)
        self._most = most
        self._of_one = of_one
        self._proxies = [network for network in map(_network, proxies) if network]
        self._proxied = "*" in proxies
        self._inside: dict[asyncio.Transport, str] = {}
        self._networks: Counter[str] = Counter()
        self._silent: dict[asyncio.Transport, None] = {}
        self.turned_away: Callable[[str], None] = lambda _: None
        """Told why a connection is cut off, by those who count."""

    def __len__(self) -> int:
        return len(self._inside)

    def enter(self, transport: asyncio.Transport) -> bool:
        """Admit a connection, or refuse it if no place is free."""
        network = self.network(transport)
        if (network and self._networks[network] >= self._of_one) or not self._make_place():
            self.turned_away("crowd")
            log.warning("connections are turned away: %d are open", len(self._inside))
            return False
        self._inside[transport] = network
        self._networks[network] += 1
        self._silent[transport] = None
        return True

    def heard(self, transport: asyncio.Transport) -> None:
        """Note that a connection has sent something."""
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

    def network(self, transport: asyncio.Transport) -> str:
        """Return the network to which a connection counts; a proxy, which stands for many, counts to none."""
        peer = transport.get_extra_info("peername")
        if self._proxied or not isinstance(peer, tuple):
            return ""
        network = network_of(peer[0])
        address = ip_address(network.partition("/")[0])
        return "" if any(address in proxy for proxy in self._proxies) else network


def _network(text: str) -> IPv4Network | IPv6Network | None:
    """Read the address of a proxy; uvicorn compares anything else literally, and it counts like any other client."""
    try:
        return ip_network(text, strict=False)
    except ValueError:
        return None
