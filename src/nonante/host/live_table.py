"""`LiveTable`: a table in memory and what is asked of it. Commands queue; each becomes an event or is refused."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from ..messages import (
    AddBot,
    Admit,
    Command,
    Configure,
    Deal,
    Done,
    Gather,
    HandOver,
    Hello,
    Hint,
    Leave,
    News,
    Ping,
    Pong,
    Refused,
    Remove,
    SetPace,
    Sit,
    Swap,
    Told,
    Why,
    tag_of,
)
from ..rules import NonanteError
from ..table import Table
from .admission import Admission, WaitingList
from .attendance import Attendance
from .broadcast import Broadcast
from .clients import Client, Origin, Presence, send
from .commands import CommandContext, changes_nothing, decide, must_host
from .computer_seats import ComputerSeats
from .errors import COME_AGAIN, HostError, refusal_of
from .event_log import EventLog
from .hints import Hints, reasons_told
from .limits import Limits, Meter, TableBehaviour
from .state import TableState
from .store import Conflict, Store

if TYPE_CHECKING:
    from .processes import OtherProcesses

log = logging.getLogger("nonante.host")

CHANGES: Final = (AddBot, Configure, Deal, Gather, HandOver, Leave, Remove, Swap)
"""What nobody may ask at a table of an event: it is the same for every team, and has one deal."""
TRIES: Final = 8  # of one command, where other processes are quicker
ALWAYS: Final = ("hello-first", "not-seated")  # what nothing that happens at the table can change
Answered: TypeAlias = Callable[[str, float, str | None], None]
"""Told of every command: its kind, the seconds until it was answered, and the code of its refusal."""


def uncounted(kind: str, seconds: float, refusal: str | None) -> None:
    """Count nothing."""


class LiveTable:
    """A table in memory: owns its parts, and decides which of them answers a command."""

    def __init__(
        self,
        code: str,
        store: Store,
        state: TableState,
        behaviour: TableBehaviour | None = None,
        limits: Limits | None = None,
        processes: OtherProcesses | None = None,
        answered: Answered = uncounted,
    ) -> None:
        behaviour = behaviour or TableBehaviour()
        self.meter = Meter(limits)
        limits = self.meter.limits
        waiting = WaitingList(limits.refused)
        self.code = code
        """What the table is called in links."""
        self.state = state
        """The table with its owner, secrets and keys."""
        self.log = EventLog(code, store, state, self)
        self.presence = Presence()
        self.broadcast = Broadcast(self.log, self.presence, waiting.guests, behaviour)
        self.attendance = Attendance(self.log, self.presence, self.broadcast, behaviour, limits, processes)
        self.admission = Admission(self.log, self.presence, self.broadcast, waiting, processes)
        self.computers = ComputerSeats(self.log, self.attendance.someone_here, behaviour.pace, behaviour.pool)
        self._hints = Hints(behaviour.hint_pool)
        self._shared = processes is not None
        self._answered = answered
        self.touched = self.log.jobs.time()
        self._closed = False

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.log.state.table

    @property
    def seq(self) -> int:
        """How many events have happened."""
        return self.log.state.seq

    @property
    def silent_for(self) -> float:
        """Seconds since anybody asked for anything."""
        return self.log.jobs.time() - self.touched

    # What happens at the table.

    def moved(self, places: dict[int, int]) -> None:
        """Take note that people sit elsewhere, or nowhere, from now on."""
        self.presence.moved(places)

    def seats_here(self) -> set[int]:
        """Return the seats that have a connection, to this process or another."""
        return self.presence.own().union(*self.presence.elsewhere.values())

    def changed(self, news: list[News], origin: Origin | None) -> None:
        """Send everybody what has happened, and let the computer players act if it is their turn.

        It is in the log, so nobody is to hear that nothing has changed: where it cannot be shown, all come again.
        """
        try:
            self.attendance.follow()
            self.broadcast.show(news, origin)
        except Exception:
            log.exception("table %s: what happened could not be shown", self.code)
            for client in self.presence.clients:
                client.expel(COME_AGAIN)
        self.computers.wake()

    async def let_stand_in(self, seat: int, turn: int) -> bool:
        """Let a computer player move for somebody who let a slow game wait; False: they are here just now."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        async def job() -> None:
            try:
                done.set_result(await self.attendance.let_stand_in(seat, turn))
            except Exception as error:
                done.set_exception(error)

        self.log.jobs.post(job)
        return await done

    def catch_up(self) -> None:
        """Follow what another process wrote to the log."""
        self.log.jobs.post(self._follow)

    async def _follow(self) -> None:
        """Follow another process; where it is of a newer version, everybody has to go to one like it."""
        try:
            await self.log.catch_up()
        except HostError as error:
            if error.code != "newer-table":
                raise
            self._closed = True
            for client in self.presence.clients:
                client.expel(COME_AGAIN)

    def seen_elsewhere(self, process: str, seats: set[int]) -> None:
        """Note who is connected to another process."""
        if self.presence.elsewhere.get(process, set()) != seats:
            self.presence.elsewhere[process] = seats
            self.log.jobs.post(self._look_around)

    async def _look_around(self) -> None:
        self.attendance.look_around()
        self.computers.wake()

    def receive(self, word: str, *details: str) -> None:
        """Handle a message from the same table at another process."""
        self.log.jobs.post(partial(self.admission.hear, word, *details))

    async def settled(self) -> None:
        """Wait until everything queued so far is done."""
        await self.log.jobs.settled()

    async def close(self) -> None:
        """Stop; what is queued and not yet stored is dropped unacknowledged."""
        self._closed = True
        await self.log.jobs.close()
        await self.computers.close()
        await self._hints.close()

    # Connections and their commands.

    def detach(self, client: Client) -> None:
        """Forget a connection."""
        self.log.jobs.post(partial(self._gone, client))

    async def _gone(self, client: Client) -> None:
        self.attendance.gone(client)
        self.admission.gone(client)

    def command(self, client: Client, command: Command) -> None:
        """Queue what a client asks; a sign of life is given at once."""
        if self._closed:
            client.expel(COME_AGAIN)
            return
        if isinstance(command, Ping):
            send(client, Pong(command.key))
            return
        self.touched = self.log.jobs.time()
        if len(self.log.jobs) >= self.meter.limits.inbox:
            send(client, Refused(command.key, refusal_of(HostError("too-fast"))))
        else:
            self.log.jobs.post(partial(self._answer, client, command, self.touched))

    async def _answer(self, client: Client, command: Command, came: float) -> None:
        """Execute a command and answer it; if its outcome is unknown, close the connection: the client asks again."""
        refusal = None
        try:
            await self._try(client, command)
        except Conflict:
            refusal = refusal_of(HostError("storage"))
            client.expel(COME_AGAIN)
        except Exception as error:
            refusal = refusal_of(self._explain(error, command))
            send(client, Refused(command.key, refusal))
        finally:
            code = refusal.code if refusal else None
            self._answered(tag_of(command), self.log.jobs.time() - came, code)

    async def _try(self, client: Client, command: Command) -> None:
        """Do what is asked, as the table is now: of another process's news some may not have come yet.

        A command that is refused for want of them may be in the log already: its first copy went there.
        """
        for _ in range(TRIES):
            try:
                return await self._obey(client, command)
            except Conflict:
                await self._catch_up()
            except NonanteError as refusal:
                if not self._shared or refusal.code in ALWAYS or not await self._catch_up():
                    raise
        raise Conflict(self.code)

    async def _catch_up(self) -> bool:
        """Follow what another process wrote; tell whether there was anything. Where it cannot be read, nobody knows."""
        try:
            return await self.log.catch_up()
        except HostError as error:
            if error.code in ("storage", "newer-table"):
                raise Conflict(self.code) from None
            raise

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
                await self.attendance.greet(client, command)
                self.computers.wake()
            case _ if not client.greeted:
                raise HostError("hello-first")
            case Sit():
                await self.admission.sit(client, command)
            case _ if client.seat is None:
                raise HostError("not-seated")
            case Hint():
                self._hints.ask(self.table, client.seat, command.key, partial(send, client))
            case Why(turn=turn):
                send(client, Told(command.key, turn, reasons_told(self.table, turn)))
            case Admit(guest=guest, on=on):
                must_host(self._context(client.seat))
                await self.admission.admit(guest, on)
                send(client, Done(command.key))
            case SetPace(pace=pace):
                must_host(self._context(client.seat))
                self.computers.set_pace(pace)
                send(client, Done(command.key))
            case _ if command.key in self.state.keys.get(client.seat, ()):
                send(client, Done(command.key))
            case _:
                await self._do(client, client.seat, command)

    async def _do(self, client: Client, seat: int, command: Command) -> None:
        """Store and apply the event of a command, unless it changes nothing."""
        if isinstance(command, CHANGES) and self.broadcast.sealed():
            raise HostError("sealed")
        step = decide(self._context(seat), command)
        if changes_nothing(self.table, step) and self._shared:
            await self.log.catch_up()  # it may have been otherwise at another process for a moment
            step = decide(self._context(seat), command)
        self.meter.check(step, self.seq - self.state.deal_seq, self.seq)
        if changes_nothing(self.table, step):
            send(client, Done(command.key))
        else:
            await self.log.happen([step], Origin(client, command.key))

    def _context(self, seat: int) -> CommandContext:
        people, shown = self.presence, self.broadcast
        return CommandContext(
            self.state,
            seat,
            people.host,
            people.away,
            shown.late(),
            shown.anybody_deals(),
            shown.behaviour.research,
        )
