"""What an operator may say: addresses, names and numbers, checked before anything is opened."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from ipaddress import ip_address, ip_network
from typing import Final
from urllib.parse import urlsplit

from .errors import ServerError
from .postgres import SCHEMES

_HOST: Final = re.compile(r"\*|(\*\.)?[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]")


def check_proxies(text: str) -> str:
    """Return the reverse proxies whose word counts: addresses and networks with commas, or ``*`` alone."""
    proxies = [proxy.strip() for proxy in text.split(",")] if text.strip() else []
    for proxy in proxies:
        try:
            if proxies != ["*"]:
                ip_network(proxy) if "/" in proxy else ip_address(proxy)
        except ValueError as error:
            raise ServerError("proxy", proxy=proxy[:100], why=str(error)) from None
    return ",".join(proxies)


def check_hosts(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names that a server answers to; ``*.cards.example`` stands for all below it."""
    for name in names:
        if not _HOST.fullmatch(name):
            raise ServerError("allowed-host", host=name[:100])
    return tuple(names)


def check_origins(origins: Iterable[str]) -> tuple[str, ...]:
    """Return the sites whose pages may connect, as browsers write them."""
    return tuple(map(_origin, origins))


def _origin(text: str) -> str:
    try:
        parts = urlsplit(text)
        named = bool(parts.scheme and parts.hostname) and parts.port != 0
    except ValueError:
        named = False
    if not named or parts.path.strip("/") or parts.query or parts.fragment or "@" in parts.netloc:
        raise ServerError("origin-address", url=text[:100])
    return f"{parts.scheme}://{parts.netloc.lower()}"


def check_workers(count: int, database: str) -> None:
    """Refuse several processes where they cannot share a database, or cannot be started."""
    if count == 1:
        return
    if database.partition("://")[0] not in SCHEMES:
        raise ServerError("workers", why="name one with --database postgresql://…")
    if not hasattr(os, "fork"):
        raise ServerError("workers", why="and this system cannot start them")


def check_keep(days: float) -> float:
    """Return after how many days tables are forgotten; less than one would forget running games over night."""
    if 0 < days < 1:
        raise ServerError("keep", days=days)
    return days
