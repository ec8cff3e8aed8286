"""`Admission`: how people take a seat, at once or, where the table wants that, with the host's consent."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from ..messages import Guest, Refused, Sit, Welcome
from ..table import Seated, name_like
from .access import new_token, seat_of
from .broadcast import Broadcast
from .clients import Client, Origin, Presence, send
from .errors import HostError, refusal_of
from .event_log import EventLog
from .latest import Latest
from .state import KEYS_REMEMBERED

if TYPE_CHECKING:
    from .processes import OtherProcesses

MOST: Final = 8
"""Guests who wait at one table."""
OF_ONE: Final = 2
"""And of one address."""
REFUSALS: Final = 2
"""After so many, nobody of that address may ask for a while; before, only who has that name."""
LONG_KEY: Final = 16  # a key this long nobody guesses, so a repeated Sit may get its secret again


@dataclass(frozen=True)
class WaitingGuest:
    """One guest; the connection and its wish are known at the process where they are connected."""

    name: str
    client: Client | None = None
    sit: Sit | None = None
    address: str = ""
    bot: bool = False


class RefusedGuest(NamedTuple):
    """Somebody the host refused, and until when they may not ask again."""

    address: str
    name: str
    until: float


class WaitingList:
    """The guests who wait for the host of one table, by a name that only the host learns."""

    def __init__(self, patience: float, now: Callable[[], float] = time.monotonic) -> None:
        """`patience` is how many seconds somebody who was refused has to wait."""
        self._waiting: dict[str, WaitingGuest] = {}
        self._patience = patience
        self._now = now
        self._refused: list[RefusedGuest] = []

    def add(self, client: Client, sit: Sit) -> str:
        """Let a guest wait; return what the host names them by. Who was refused has to let some time pass."""
        self._refused = [refused for refused in self._refused if refused.until > self._now()]
        names = [refused.name for refused in self._refused if refused.address == client.address]
        if len(names) >= REFUSALS or name_like(sit.name, names):
            raise HostError("not-admitted")
        self.drop(client)
        guest = secrets.token_hex(4)
        self.note(guest, WaitingGuest(sit.name, client, sit, client.address, sit.bot))
        return guest

    def note(self, guest: str, waiting: WaitingGuest) -> None:
        """Remember who waits, unless too many do, here or of one address."""
        crowd = sum(other.address == waiting.address for other in self._waiting.values())
        if len(self._waiting) >= MOST or (waiting.address and crowd >= OF_ONE):
            raise HostError("too-fast")
        self._waiting[guest] = waiting

    def refuse(self, guest: str) -> None:
        """Note that the host does not want somebody here."""
        waiting = self.find(guest)
        if waiting.address:
            self._refused.append(RefusedGuest(waiting.address, waiting.name, self._now() + self._patience))

    def find(self, guest: str) -> WaitingGuest:
        """Return a guest, or raise HostError if they no longer wait."""
        if guest not in self._waiting:
            raise HostError("guest")
        return self._waiting[guest]

    def drop(self, client: Client) -> list[str]:
        """Remove the guests of a connection; return their names for the host."""
        gone = [guest for guest, waiting in self._waiting.items() if waiting.client is client]
        for guest in gone:
            self.forget(guest)
        return gone

    def forget(self, guest: str) -> None:
        """Forget who waited."""
        self._waiting.pop(guest, None)

    def own(self) -> dict[str, WaitingGuest]:
        """Return those who are connected here."""
        return {guest: waiting for guest, waiting in self._waiting.items() if waiting.client is not None}

    def guests(self) -> list[Guest]:
        """Return all, as the host sees them."""
        return [Guest(guest, waiting.name, waiting.bot) for guest, waiting in self._waiting.items()]


@dataclass(eq=False)
class Admission:
    """Gives people seats at one table; with several processes, the host may be connected to another one."""

    log: EventLog
    presence: Presence
    broadcast: Broadcast
    waiting: WaitingList
    processes: OtherProcesses | None
    _tokens: Latest[str, str] = field(
        default_factory=lambda: Latest(KEYS_REMEMBERED)
    )  # by the key of the Sit: the secret of the seat

    async def sit(self, client: Client, sit: Sit) -> None:
        """Give somebody a seat, or let them wait for the host."""
        if client.seat is not None:
            raise HostError("seated")
        if self._welcomed_again(client, sit.key):
            return
        event = self.log.table.sit(sit.name, sit.seat, bot=sit.bot)
        if (self.log.table.settings.approval or sit.bot) and self.presence.host is not None:
            self._knock(self.waiting.add(client, sit), sit.name, sit.bot)
            self.broadcast.show()  # which is their sign of life meanwhile
        else:
            await self._take_seat(client, event, sit.key)

    def _welcomed_again(self, client: Client, key: str) -> bool:
        """Repeat the welcome if the seat is theirs already, because the first answer was lost."""
        token = self._tokens.get(key)
        seat = None if token is None else seat_of(token, self.log.state.digests)
        if seat is None:
            return False
        client.seat = seat
        self.presence.away.pop(seat, None)
        send(client, Welcome(self.broadcast.views().of(seat), token, key))
        return True

    async def _take_seat(self, client: Client, event: Seated, key: str) -> None:
        client.seat, token = event.seat, self._token(key)
        self.presence.away.pop(event.seat, None)
        try:
            await self.log.happen(self.log.table.steps([event]), Origin(client, key, token))
        except BaseException:
            client.seat = None
            raise

    def _token(self, key: str) -> str:
        """Return the secret of a seat, the same one for the same command."""
        token = self._tokens.get(key) or new_token()
        if len(key) >= LONG_KEY:
            self._tokens[key] = token
        return token

    async def admit(self, guest: str, on: bool) -> None:
        """Admit or refuse a guest; if they are connected to another process, tell that one."""
        waiting = self.waiting.find(guest)
        if waiting.client is None or waiting.sit is None:
            self._tell("admit" if on else "decline", guest)
        elif not on:
            self.waiting.refuse(guest)
            send(waiting.client, Refused(waiting.sit.key, refusal_of(HostError("not-admitted"))))
        elif not self._welcomed_again(waiting.client, waiting.sit.key):
            event = self.log.table.sit(waiting.name, waiting.sit.seat, bot=waiting.bot)
            await self._take_seat(waiting.client, event, waiting.sit.key)
        self._forget(guest)

    def gone(self, client: Client) -> None:
        """Remove the guests of a closed connection."""
        for guest in self.waiting.drop(client):
            self._forget(guest)

    def _forget(self, guest: str) -> None:
        self.waiting.forget(guest)
        self._tell("forget", guest)
        self.broadcast.show()

    # Other processes.

    def _knock(self, guest: str, name: str, bot: bool) -> None:
        self._tell("knock", guest, name, *(["bot"] if bot else []))

    def _tell(self, word: str, *details: str) -> None:
        if self.processes:
            self.processes.tell(self.log.code, word, *details)

    async def hear(self, word: str, *details: str) -> None:
        """Handle a message about guests from the same table at another process."""
        match word, *details:
            case "who", *_:
                for guest, waiting in self.waiting.own().items():
                    self._knock(guest, waiting.name, waiting.bot)
            case "knock", guest, name, *bot:
                self.waiting.note(guest, WaitingGuest(name, bot=bool(bot)))
                self.broadcast.show()
            case "forget", guest:
                self.waiting.forget(guest)
                self.broadcast.show()
            case (("admit" | "decline"), guest):
                await self.admit(guest, word == "admit")
