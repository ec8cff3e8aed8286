"""`Room`: a table and what is asked of it. Commands queue; each becomes an event, is stored, and only then shown."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from ..messages import (
    Admit,
    Command,
    Done,
    Guest,
    Hello,
    Hint,
    Ping,
    Pong,
    Refused,
    SetPace,
    Sit,
    Told,
    Welcome,
    Why,
    tag_of,
)
from ..rules import NonanteError
from ..table import Seated
from .attendance import AttendedTable
from .behaviour import TableBehaviour
from .commands import CommandContext, decide, must_host
from .computers.hints import Hints
from .computers.seats import ComputerSeats, Make
from .computers.telling import reasons_told
from .errors import COME_AGAIN, HostError, refusal_of
from .knocking import Knock, Knocks
from .limits import Limits
from .meter import Meter, changes_nothing
from .owner import Client, send
from .state import KEYS_KEPT, State
from .store import Conflict, Store
from .tokens import new_token

if TYPE_CHECKING:
    from .neighbours import Neighbours

log = logging.getLogger("nonante.host")

TRIES: Final = 8  # of one command, where other processes are quicker
LONG_KEY: Final = 16  # a key this long nobody guesses, so a repeated Sit may get its secret again
Answered: TypeAlias = Callable[[str, float, str | None], None]
"""Told of every command: its kind, the seconds until it was answered, and the code of its refusal."""


def uncounted(kind: str, seconds: float, refusal: str | None) -> None:
    """Count nothing."""


class Room(AttendedTable):
    """One table while somebody is interested in it."""

    def __init__(
        self,
        code: str,
        store: Store,
        state: State,
        behaviour: TableBehaviour | None = None,
        limits: Limits | None = None,
        neighbours: Neighbours | None = None,
        answered: Answered = uncounted,
    ) -> None:
        self.meter = Meter(limits)
        behaviour = behaviour or TableBehaviour()
        super().__init__(code, store, state, behaviour, self.meter.limits, neighbours)
        self._answered = answered
        self._computers = ComputerSeats(self, behaviour.pace, behaviour.pool)
        self._hints = Hints(behaviour.hint_pool)
        self._sits: dict[str, str] = {}
        self._knocks: Knocks[Client] = Knocks(self.limits.refused)

    def shown(self) -> None:
        """Let the computer players look whether there is something to do."""
        self._computers.wake()

    def guests(self) -> list[Guest]:
        """Return who waits for the host to let them sit down."""
        return self._knocks.guests()

    def dropped(self, client: Client) -> None:
        """Forget who waited on a connection that is gone."""
        for guest in self._knocks.drop(client):
            self._forget_guest(guest)

    # The outside: everything is put into the queue, or reads the table, which is a value.

    def detach(self, client: Client) -> None:
        """Forget a connection."""
        self.post(lambda: self.gone(client))

    def command(self, client: Client, command: Command) -> None:
        """Queue what a client asks; a sign of life is given at once."""
        if self.closed:
            client.expel(COME_AGAIN)
            return
        if isinstance(command, Ping):
            send(client, Pong(command.key))
            return
        self.touched = self._loop.time()
        if self._inbox.qsize() >= self.meter.limits.inbox:
            send(client, Refused(command.key, refusal_of(HostError("too-fast"))))
        else:
            self.post(partial(self._answer, client, command, self.touched))

    async def stopped(self) -> None:
        """Let nobody think any more."""
        await self._computers.close()
        await self._hints.close()

    # Commands.

    async def _answer(self, client: Client, command: Command, came: float) -> None:
        """Do what is asked; when another process was quicker at this table, look again and try again."""
        refusal = None
        try:
            for _ in range(TRIES):
                try:
                    return await self._obey(client, command)
                except Conflict:
                    await self.catch_up()
            raise HostError("stale")
        except Exception as error:
            refusal = refusal_of(self._explain(error, command))
            send(client, Refused(command.key, refusal))
        finally:
            code = refusal.code if refusal else None
            self._answered(tag_of(command), self._loop.time() - came, code)

    def _explain(self, error: Exception, command: Command) -> NonanteError:
        """Return what the client is told; only a mistake of ours goes to the log."""
        match error:
            case NonanteError():
                return error
            case RecursionError():
                return HostError("malformed", why="too deep")
        log.error("table %s: %s", self.code, type(command).__name__, exc_info=error)
        return HostError("internal")

    async def _obey(self, client: Client, command: Command) -> None:
        match command:
            case Hello():
                await self.greet(client, command)
            case _ if not client.greeted:
                raise HostError("hello-first")
            case Sit():
                await self._sit(client, command)
            case _ if client.seat is None:
                raise HostError("not-seated")
            case Hint():
                self._hints.ask(self.table, client.seat, command.key, partial(send, client))
            case Why(turn=turn):
                send(client, Told(command.key, turn, reasons_told(self.table, turn)))
            case Admit(guest=guest, on=on):
                must_host(self._context(client.seat))
                await self._admit(guest, on)
                send(client, Done(command.key))
            case SetPace(pace=pace):
                must_host(self._context(client.seat))
                self._computers.set_pace(pace)
                send(client, Done(command.key))
            case _ if command.key in self.state.keys.get(client.seat, ()):
                send(client, Done(command.key))
            case _:
                await self._do(client, client.seat, command)

    async def _do(self, client: Client, seat: int, command: Command) -> None:
        """Let what a seat asks for happen, unless it is so already."""
        step = decide(self._context(seat), command)
        if changes_nothing(self.table, step) and self.neighbours:
            await self.catch_up()  # it may have been otherwise at another process for a moment
            step = decide(self._context(seat), command)
        self.meter.check(step, self.seq - self.state.deal_seq, self.seq)
        if changes_nothing(self.table, step):
            send(client, Done(command.key))
        else:
            await self.happen([step], client, command.key)

    def _context(self, seat: int) -> CommandContext:
        away, late = self.presence.away, self.late()
        return CommandContext(self.table, seat, self.host, away, late, self.turn_seq, self.seq, self.state.owner)

    # Taking a seat.

    async def _sit(self, client: Client, sit: Sit) -> None:
        if client.seat is not None:
            raise HostError("seated")
        again = self._sits.get(sit.key)
        if again is not None:  # the answer was lost on its way: the same person gets the same seat
            client.seat = self.seat_of(again)
            self.presence.away.pop(client.seat, None)
            send(client, Welcome(self.views().of(client.seat), again, sit.key))
            return
        event = self.table.sit(sit.name, sit.seat)
        if self.table.settings.approval and self.host is not None:
            self._knock(client, sit)
        else:
            await self._take_seat(client, event, sit.key, new_token())

    async def _take_seat(self, client: Client, event: Seated, key: str, token: str) -> None:
        client.seat = event.seat
        self.presence.away.pop(event.seat, None)
        try:
            await self.happen(self.table.steps([event]), client, key, token)
        except BaseException:
            client.seat = None
            raise
        self.announce()
        if len(key) >= LONG_KEY:
            self._sits[key] = token
            while len(self._sits) > KEYS_KEPT:
                del self._sits[next(iter(self._sits))]

    # Asking the host for a seat.

    def _knock(self, client: Client, sit: Sit) -> None:
        """Let a newcomer wait for the host; the frame that this shows is their sign of life meanwhile."""
        guest = self._knocks.add(client, sit, client.address)
        self._tell("knock", guest, sit.name)
        self.show([])

    async def _admit(self, guest: str, on: bool) -> None:
        """Do what the host says, or let the process do it where the newcomer is connected."""
        knock = self._knocks.find(guest)
        if knock.client is None or knock.sit is None:
            self._tell("admit" if on else "decline", guest)
        elif on:
            await self._take_seat(knock.client, self.table.sit(knock.name, knock.sit.seat), knock.sit.key, new_token())
        else:
            self._knocks.refuse(guest)
            send(knock.client, Refused(knock.sit.key, refusal_of(HostError("not-admitted"))))
        self._forget_guest(guest)

    def _forget_guest(self, guest: str) -> None:
        self._knocks.forget(guest)
        self._tell("forget", guest)
        self.show([])

    def _tell(self, word: str, *details: str) -> None:
        if self.neighbours:
            self.neighbours.tell(self.code, word, *details)

    def told(self, word: str, *details: str) -> None:
        """Hear of newcomers at another process, and what the host said there about one who is here."""
        self.post(partial(self._hear, word, *details))

    async def _hear(self, word: str, *details: str) -> None:
        match word, *details:
            case "who", *_:
                for guest, name in self._knocks.own().items():
                    self._tell("knock", guest, name)
            case "knock", guest, name:
                self._knocks.note(guest, Knock(name))
                self.show([])
            case "forget", guest:
                self._knocks.forget(guest)
                self.show([])
            case (("admit" | "decline"), guest):
                await self._admit(guest, word == "admit")

    # Computer players.

    async def act(self, make: Make) -> bool:
        """Let computer players do something; False when it did not happen."""
        done: asyncio.Future[bool] = self._loop.create_future()

        async def job() -> None:
            happened = False
            try:
                steps = make(self.table)
                if steps:
                    await self.happen(steps)
                happened = bool(steps)
            except NonanteError as error:
                log.debug("table %s: a computer player was refused: %s", self.code, error)
            except Conflict:
                await self.catch_up()
            finally:
                if not done.done():
                    done.set_result(happened)

        self.post(job)
        return await done
