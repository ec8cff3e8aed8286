"""What the operator has ordered: networks that are kept out for a while, and tables that are closed."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import Any, Final, TypeAlias

from ..host import network_of
from ..rules import one_line
from .errors import AdminError

Network: TypeAlias = IPv4Network | IPv6Network
HOUSEHOLD: Final = 64
"""Bits of an IPv6 address that one household has in common; limits and bans count no finer."""


def read_network(text: str) -> Network:
    """Return the network that somebody wrote: an address, or an address with the number of its bits."""
    try:
        network = ip_network(text.strip(), strict=False)
    except ValueError:
        raise AdminError("network", network=text[:50]) from None
    if isinstance(network, IPv6Network) and network.prefixlen > HOUSEHOLD:
        return network.supernet(new_prefix=HOUSEHOLD)
    return network


class Bans:
    """Bans and closed tables, which survive a restart if there is a file."""

    def __init__(self, file: Path | None = None, now: Callable[[], float] = time.time) -> None:
        self._file = file
        self._now = now
        self._until: dict[Network, float] = {}
        self.closed: set[str] = set()
        """The codes of the tables that are closed."""
        if file and file.exists():
            self._read(file)

    def active(self) -> dict[Network, float]:
        """Return the banned networks and the seconds that are left of each ban."""
        now = self._now()
        self._until = {network: until for network, until in self._until.items() if until > now}
        return {network: until - now for network, until in self._until.items()}

    def ban(self, network: Network, seconds: float) -> None:
        """Ban a network for some seconds from now."""
        self.active()
        self._until[network] = self._now() + seconds
        self._write()

    def unban(self, network: Network) -> None:
        """Lift the ban of a network."""
        if network not in self.active():
            raise AdminError("not-banned", network=str(network))
        del self._until[network]
        self._write()

    def close(self, code: str) -> None:
        """Close a table for everybody."""
        self.closed.add(code)
        self._write()

    def reopen(self, code: str) -> None:
        """Reopen a table."""
        if code not in self.closed:
            raise AdminError("not-closed", table=code)
        self.closed.remove(code)
        self._write()

    def keeps_out(self, address: str) -> bool:
        """Tell whether an address, or the network it belongs to, is banned now."""
        if not self._until:
            return False
        try:
            there = ip_address(network_of(address).partition("/")[0])
        except ValueError:
            return False
        now = self._now()
        bits = {network.prefixlen for network in self._until if network.version == there.version}
        around = (ip_network((there, prefix), strict=False) for prefix in bits)
        return any(self._until.get(network, 0.0) > now for network in around)

    def _read(self, file: Path) -> None:
        try:
            kept: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
            self._until = {read_network(name): float(until) for name, until in kept["bans"].items()}
            self.closed = {str(code) for code in kept["closed"]}
        except (OSError, ValueError, KeyError, TypeError, AttributeError, AdminError) as error:
            raise AdminError("orders", file=str(file), why=one_line(error)) from None

    def _write(self) -> None:
        if self._file is None:
            return
        kept = {"bans": {str(network): until for network, until in self._until.items()}, "closed": sorted(self.closed)}
        new = self._file.with_name(f"{self._file.name}.{os.getpid()}")
        try:
            with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as out:
                json.dump(kept, out)
            new.replace(self._file)
        except OSError as error:
            raise AdminError("orders", file=str(self._file), why=error.strerror or str(error)) from None
