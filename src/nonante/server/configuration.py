"""What an operator may set: addresses, names and numbers, and the table ``[limits]`` of a configuration file."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import Field, fields, replace
from ipaddress import ip_address, ip_network
from typing import Any, Final
from urllib.parse import urlsplit

from ..host import Limits, Rate
from ..rules import one_line
from .errors import AdminError, ServerError
from .postgres import SCHEMES

_HOST: Final = re.compile(r"\*|(\*\.)?[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]")


def check_proxies(text: str) -> str:
    """Return the trusted reverse proxies: addresses and networks separated by commas, or ``*`` alone."""
    proxies = [proxy.strip() for proxy in text.split(",")] if text.strip() else []
    for proxy in proxies:
        try:
            if proxies != ["*"]:
                ip_network(proxy) if "/" in proxy else ip_address(proxy)
        except ValueError as error:
            raise ServerError("proxy", proxy=proxy[:100], why=str(error)) from None
    return ",".join(proxies)


def check_hosts(names: Iterable[str]) -> tuple[str, ...]:
    """Return the host names that a server accepts; ``*.cards.example`` stands for all its subdomains."""
    for name in names:
        if not _HOST.fullmatch(name):
            raise ServerError("allowed-host", host=name[:100])
    return tuple(names)


def check_origins(origins: Iterable[str]) -> tuple[str, ...]:
    """Return the origins whose pages may connect, as browsers write them."""
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
    """Refuse several processes if they cannot share a database or cannot be started."""
    if count == 1:
        return
    if database.partition("://")[0] not in SCHEMES:
        raise ServerError("workers", why="name one with --database postgresql://…")
    if not hasattr(os, "fork"):
        raise ServerError("workers", why="and this system cannot start them")


def check_keep(days: float) -> float:
    """Return after how many days tables are deleted; less than one would delete running games overnight."""
    if 0 < days < 1:
        raise ServerError("keep", days=days)
    return days


OPTIONS: Final = {"tables": "tables", "sockets_per_address": "sockets", "code_length": "code-length", "keep": "keep"}
"""Limits that are options of `nonante serve`, and are set there alone."""
RATE: Final = ("a-second", "at-once")


def name_of(field: Field[Any]) -> str:
    """Return the name of a limit in the file."""
    return field.name.replace("_", "-")


def settable() -> dict[str, Field[Any]]:
    """Return the limits that the file can set, by name."""
    return {name_of(field): field for field in fields(Limits) if field.name not in OPTIONS}


def read_limits(values: Mapping[str, object]) -> Limits:
    """Return the limits with the file's values, or refuse the file in one line."""
    known = settable()
    for field in fields(Limits):
        if name_of(field) in values and field.name in OPTIONS:
            raise _bad(name_of(field), f"is an option of its own: write {OPTIONS[field.name]} = … above [limits]")
    for name in values:
        if name not in known:
            raise _bad(name, "is not a limit; docs/reference/configuration.md lists them")
    read: dict[str, Any] = {known[name].name: _read(name, known[name].default, values[name]) for name in values}
    return replace(Limits(), **read)


def _read(name: str, default: object, value: object) -> object:
    match default:
        case Rate():
            return _rate(name, default, value)
        case float():
            return _positive(name, value)
        case _:
            return _whole(name, value)


def _rate(name: str, default: Rate, value: object) -> Rate:
    if not isinstance(value, dict) or not value or not set(value) <= set(RATE):
        shown = f"{{ a-second = {default.a_second}, at-once = {default.at_once} }}"
        raise _bad(name, f"has to be a rate such as {shown}, or one half of it")
    rate = default
    if "a-second" in value:
        rate = replace(rate, a_second=_positive(f"{name}.a-second", value["a-second"]))
    if "at-once" in value:
        rate = replace(rate, at_once=_whole(f"{name}.at-once", value["at-once"]))
    return rate


def _positive(name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < math.inf:
        raise _bad(name, f"has to be a number above 0, not {_shown(value)}")
    return float(value)


def _whole(name: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise _bad(name, f"has to be a whole number from 1, not {_shown(value)}")
    return value


def _bad(name: str, why: str) -> AdminError:
    return AdminError("limits", name=_shown(name), why=why)


def _shown(value: object) -> str:
    return one_line(value, 40)
