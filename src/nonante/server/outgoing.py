"""Requests to addresses that strangers choose: public addresses only, checked where the connection is made.

The name is resolved here, every address of it has to be public, and the connection goes to one of those very addresses,
so neither a redirect (none is followed) nor a name that changes its address gets around the check.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any, Final, NamedTuple, TypeAlias
from urllib.parse import SplitResult, urlsplit

import h11

from .. import __version__

Address: TypeAlias = IPv4Address | IPv6Address
LONGEST: Final = 2000  # letters of an address
PORTS: Final = {"https": 443, "http": 80}
CHUNK: Final = 4096
HEAD: Final = 16_384
"""Bytes of an answer that are read: its status and what goes with it; nobody needs the rest."""
NAT64: Final = tuple(map(IPv6Network, ("64:ff9b::/96", "64:ff9b:1::/48")))
NEVER: Final = tuple(
    map(
        ip_network,
        (
            "100.64.0.0/10",  # shared by the customers of a provider
            "192.0.0.0/24",
            "192.88.99.0/24",  # 6to4 relays
            "198.18.0.0/15",
            "::/96",  # IPv4 in an old form
            "3fff::/20",  # documentation
            "2001::/32",  # Teredo, which hides an IPv4 address
            "2002::/16",  # 6to4, likewise
            "fec0::/10",
        ),
    )
)


class OutgoingError(Exception):
    """A request that was not made, or that failed; `why` is one line."""


class Forbidden(OutgoingError):
    """An address to which requests are never sent."""


def is_public(address: Address) -> bool:
    """Tell whether an address is a public one on the Internet."""
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or next((_last_four(address) for net in NAT64 if address in net), None)
        if inner is not None:
            return False if address.ipv4_mapped is None else is_public(inner)
    if any(address in net for net in NEVER if net.version == address.version):
        return False
    return address.is_global and not (address.is_multicast or address.is_reserved or address.is_unspecified)


def _last_four(address: IPv6Address) -> IPv4Address:
    return IPv4Address(int(address) & 0xFFFF_FFFF)


RESOLVING: Final = 64
_names: Final = ThreadPoolExecutor(RESOLVING, thread_name_prefix="nonante-names")
"""Where names are resolved, twice as many as are told something at a time: asking for one may outlast its request,
and one that is never answered holds up neither another one nor any other work of the server."""


async def _resolve(host: str, port: int) -> list[str]:
    loop = asyncio.get_running_loop()
    found = await loop.run_in_executor(_names, socket.getaddrinfo, host, port, 0, socket.SOCK_STREAM)
    return list(dict.fromkeys(str(where[4][0]) for where in found))


@cache
def _context() -> ssl.SSLContext:
    return ssl.create_default_context()


class Reply(NamedTuple):
    """The answer to a request."""

    status: int
    retry_after: float | None = None


async def _nothing() -> None:
    return


@dataclass(frozen=True)
class Outgoing:
    """Sends requests; the defaults are those of a server, and only tests allow more networks."""

    schemes: tuple[str, ...] = ("https",)
    networks: tuple[IPv4Network | IPv6Network, ...] = ()
    """Addresses that are not public and are allowed all the same."""
    timeout: float = 10.0
    """Seconds for a whole request."""
    resolve: Callable[[str, int], Awaitable[list[str]]] = field(default=_resolve, compare=False)

    def check(self, url: str) -> SplitResult:
        """Return the parts of an allowed address, checked as far as possible without resolving it."""
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            raise Forbidden("it is not an address") from None
        if len(url) > LONGEST or not url.isascii() or not url.isprintable() or " " in url:
            raise Forbidden("it is not an address")
        if parts.scheme not in self.schemes:
            raise Forbidden(f"it has to begin with {' or '.join(f'{scheme}://' for scheme in self.schemes)}")
        if not parts.hostname or parts.username is not None or parts.password is not None or port == 0:
            raise Forbidden("it needs the name of a server and nothing before it")
        with contextlib.suppress(ValueError):  # a name
            self._check_address(ip_address(parts.hostname))
        return parts

    def _check_address(self, address: Address) -> None:
        if not is_public(address) and not any(
            address in net for net in self.networks if net.version == address.version
        ):
            raise Forbidden("it does not lead to a public address")

    async def post(
        self,
        url: str,
        headers: Mapping[str, str],
        body: bytes,
        begin: Callable[[], Awaitable[object]] = _nothing,
        method: str = "POST",
    ) -> Reply:
        """Send a request and return the answer; `begin` is awaited once it is connected, before anything is sent."""
        parts = self.check(url)
        try:
            async with asyncio.timeout(self.timeout):
                return await self._post(parts, headers, body, begin, method)
        except TimeoutError:
            raise OutgoingError("no answer in time") from None
        except (OSError, h11.ProtocolError, UnicodeError) as error:
            raise OutgoingError(str(error)[:200] or type(error).__name__) from None

    async def _post(
        self, parts: SplitResult, headers: Mapping[str, str], body: bytes, begin: Callable[[], Any], method: str
    ) -> Reply:
        host, port = parts.hostname or "", parts.port or PORTS[parts.scheme]
        addresses = [host] if _is_address(host) else await self.resolve(host, port)
        if not addresses:
            raise OutgoingError("nobody knows that name")
        for address in addresses:  # one that leads elsewhere is reason enough to go to none
            self._check_address(ip_address(address.partition("%")[0]))
        context = _context() if parts.scheme == "https" else None
        name = host if context else None
        reader, writer = await asyncio.open_connection(addresses[0], port, ssl=context, server_hostname=name)
        try:
            await begin()
            return await self._exchange(reader, writer, self._request(parts, headers, body, method), body)
        finally:
            writer.close()

    @staticmethod
    def _request(parts: SplitResult, headers: Mapping[str, str], body: bytes, method: str) -> h11.Request:
        all_headers = {
            "Host": parts.netloc,
            "User-Agent": f"nonante/{__version__}",
            "Content-Length": str(len(body)),
            "Connection": "close",
            **headers,
        }
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        return h11.Request(method=method, target=target, headers=list(all_headers.items()))

    async def _exchange(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: h11.Request, body: bytes
    ) -> Reply:
        line = h11.Connection(h11.CLIENT)
        for sent in (request, h11.Data(data=body), h11.EndOfMessage()):
            writer.write(line.send(sent) or b"")
        await writer.drain()
        taken = 0
        while taken <= HEAD:  # of answers that announce another one, too
            event = line.next_event()
            if event is h11.NEED_DATA:
                data = await reader.read(CHUNK)
                taken += len(data)
                line.receive_data(data)
            elif isinstance(event, h11.Response):
                return Reply(event.status_code, _retry_after(dict(event.headers)))
            elif not isinstance(event, h11.InformationalResponse):
                break
        raise OutgoingError("no answer")


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _retry_after(headers: Mapping[bytes, bytes]) -> float | None:
    text = headers.get(b"retry-after", b"").decode("ascii", "replace")
    return float(text) if text.isascii() and text.isdigit() and len(text) < 7 else None
