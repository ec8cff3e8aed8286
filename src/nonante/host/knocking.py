"""`Knocks`: who waits for the host to let them sit down, here or at another process."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from ..messages import Guest, Sit
from .errors import HostError

MOST = 8
"""Newcomers who wait at one table."""
OF_ONE = 2
"""And of one address."""
C = TypeVar("C")


@dataclass(frozen=True)
class Knock(Generic[C]):
    """One newcomer; the connection and its wish are known where they are connected."""

    name: str
    client: C | None = None
    sit: Sit | None = None
    address: str = ""


class Knocks(Generic[C]):
    """The newcomers of one table, by a name that only the host learns."""

    def __init__(self, patience: float, now: Callable[[], float] = time.monotonic) -> None:
        self._waiting: dict[str, Knock[C]] = {}
        self._patience = patience
        self._now = now
        self._refused: dict[str, float] = {}

    def add(self, client: C, sit: Sit, address: str) -> str:
        """Let a newcomer wait; return what the host names them by. Who was refused has to let some time pass."""
        self._refused = {who: until for who, until in self._refused.items() if until > self._now()}
        if address in self._refused:
            raise HostError("not-admitted")
        self.drop(client)
        guest = secrets.token_hex(4)
        self.note(guest, Knock(sit.name, client, sit, address))
        return guest

    def note(self, guest: str, knock: Knock[C]) -> None:
        """Remember who waits, unless too many do, here or of one address."""
        crowd = sum(other.address == knock.address for other in self._waiting.values())
        if len(self._waiting) >= MOST or (knock.address and crowd >= OF_ONE):
            raise HostError("too-fast")
        self._waiting[guest] = knock

    def refuse(self, guest: str) -> None:
        """Note that the host does not want somebody here; others of that address wait with them."""
        address = self.find(guest).address
        if address:
            self._refused[address] = self._now() + self._patience

    def find(self, guest: str) -> Knock[C]:
        """Return who waits, or raise that they do not."""
        if guest not in self._waiting:
            raise HostError("guest")
        return self._waiting[guest]

    def drop(self, client: C) -> list[str]:
        """Forget a connection; return whom the host has to forget with it."""
        gone = [guest for guest, knock in self._waiting.items() if knock.client is client]
        for guest in gone:
            self.forget(guest)
        return gone

    def forget(self, guest: str) -> None:
        """Forget who waited."""
        self._waiting.pop(guest, None)

    def own(self) -> dict[str, str]:
        """Return the names of those who are connected here."""
        return {guest: knock.name for guest, knock in self._waiting.items() if knock.client is not None}

    def guests(self) -> list[Guest]:
        """Return all, as the host sees them."""
        return [Guest(guest, knock.name) for guest, knock in self._waiting.items()]
