"""The connections of one table: `Client` is one of them, `Presence` all, with who is away and who decides."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple, Protocol, TypeVar

from ..messages import FromServer, encode
from .limits import network_of


class Placed(Protocol):
    """A connection with its address and its place in the order of arrival."""

    address: str
    number: int
    """Higher for those who came later."""


class Client(Placed, Protocol):
    """One connection, as a table sees it."""

    seat: int | None
    """None is a spectator."""
    greeted: bool

    def push(self, frame: bytes) -> None:
        """Send an encoded message; never waits."""

    def expel(self, code: int) -> None:
        """Close the connection with this code, after what was sent."""


class Origin(NamedTuple):
    """Whose command it was that changed a table: the client gets its key back, and the secret of a seat just taken."""

    client: Client
    key: str
    token: str | None = None


def send(client: Client, message: FromServer) -> None:
    """Send one message to one client."""
    client.push(encode(message))


class Presence:
    """Who is connected. A seat is away if it has been without a connection for a moment."""

    def __init__(self) -> None:
        self.clients: set[Client] = set()
        self.elsewhere: dict[str, set[int]] = {}
        """Process -> the seats that have a connection there."""
        self.away: dict[int, float] = {}
        """Seat -> when it was found empty."""
        self.host: int | None = None
        """Who decides for the table."""
        self.again_since = math.inf
        """When the first wish for another game was made that stands."""

    def of(self, seat: int | None) -> list[Client]:
        """Return the connections of a seat, or of the spectators."""
        return [client for client in self.clients if client.seat == seat]

    def here(self, seat: int) -> bool:
        """Tell whether a seat has a connection, to this process or another."""
        return seat in self.own() or any(seat in seats for seats in self.elsewhere.values())

    def own(self) -> set[int]:
        """Return the seats that have a connection to this process."""
        return {client.seat for client in self.clients if client.seat is not None}

    def by_seat(self) -> dict[int | None, list[Client]]:
        """Return the connections of every seat that has one."""
        seats: dict[int | None, list[Client]] = {}
        for client in self.clients:
            seats.setdefault(client.seat, []).append(client)
        return seats

    def gone_for(self, seat: int, now: float) -> float:
        """Return for how long a seat has been away; 0 when it is not."""
        return now - self.away[seat] if seat in self.away else 0.0

    def late(self, now: float, after: float) -> set[int]:
        """Return the seats that have been away for so long."""
        return {seat for seat in self.away if self.gone_for(seat, now) >= after}

    def moved(self, places: dict[int, int]) -> None:
        """Follow people to their new seats; whoever has none looks on from now on."""
        for client in self.clients:
            if client.seat is not None:
                client.seat = places.get(client.seat)
        self.away = {places[seat]: since for seat, since in self.away.items() if seat in places}


P = TypeVar("P", bound=Placed)


def surplus(clients: Sequence[P], places: int) -> list[P]:
    """Return the connections to close if there are more than places: of the network with most of them, the oldest."""
    staying, going = sorted(clients, key=lambda client: client.number), list[P]()
    while len(staying) > places:
        (crowd, _), *_ = Counter(network_of(client.address) for client in staying).most_common(1)
        oldest = next(client for client in staying if network_of(client.address) == crowd)
        staying.remove(oldest)
        going.append(oldest)
    return going
