"""`Room`: the one owner of a table. Commands queue; each becomes an event, is stored, and only then shown."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Final, Protocol, TypeAlias

from ..rules import NonanteError
from ..table import Configured, Left, Seated, Step, Table
from .behaviour import TableBehaviour
from .commands import CommandContext, decide, must_host
from .computers.hints import Hints
from .computers.levels import stand_in
from .computers.seats import ComputerSeats, Make
from .computers.telling import reasons_told
from .errors import COME_AGAIN, TOO_FAST, HostError, refusal_of
from .knocking import Knock, Knocks
from .limits import Limits
from .messages import (
    Admit,
    Command,
    Done,
    FromServer,
    Hello,
    Hint,
    News,
    Ping,
    Pong,
    Refused,
    SetPace,
    Sit,
    Told,
    Update,
    Welcome,
    Why,
)
from .meter import Meter, changes_nothing
from .neighbours import Neighbours
from .news import news_of
from .presence import Presence, surplus
from .state import KEYS_KEPT, State
from .store import Conflict, Entry, Store
from .structs import encode, tag_of
from .tokens import digests_after, new_token, places, seat_of
from .views import SeatViews

log = logging.getLogger("nonante.host")

TRIES: Final = 8  # of one command, where other processes are quicker
LONG_KEY: Final = 16  # a key this long nobody guesses, so a repeated Sit may get its secret again


class Client(Protocol):
    """One connection, as a room sees it."""

    seat: int | None
    greeted: bool
    address: str
    number: int
    """Higher for those who came later."""

    def push(self, frame: bytes) -> None:
        """Send an encoded message; never waits."""

    def expel(self, code: int) -> None:
        """Close the connection with this code, after what was sent."""


Job: TypeAlias = Callable[[], Awaitable[None]]
Answered: TypeAlias = Callable[[str, float, str | None], None]
"""Told of every command: its kind, the seconds until it was answered, and the code of its refusal."""


def uncounted(kind: str, seconds: float, refusal: str | None) -> None:
    """Count nothing."""


class Room:
    """One table while somebody is interested in it. All changes happen in its own task, one after the other."""

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
        self.code = code
        self._answered = answered
        self._neighbours = neighbours
        self.meter = Meter(limits)
        self.behaviour = behaviour = behaviour or TableBehaviour()
        self.presence: Presence[Client] = Presence()
        self._store = store
        self._loop = asyncio.get_running_loop()
        self._inbox: asyncio.Queue[Job] = asyncio.Queue()
        self._timers: set[asyncio.TimerHandle] = set()
        self._computers = ComputerSeats(self, behaviour.pace, behaviour.pool)
        self._hints = Hints(behaviour.hint_pool)
        self._sits: dict[str, str] = {}
        self._knocks: Knocks[Client] = Knocks()
        self.state = state
        self.closed = False
        self._counting = False
        self._shown_spectators = 0
        self._host = self._find_host()
        self.quiet_since = self.touched = self._loop.time()
        self._owner = asyncio.create_task(self._run(), name=f"table {code}")

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.state.table

    @property
    def seq(self) -> int:
        """How many events have happened."""
        return self.state.seq

    @property
    def turn_seq(self) -> int:
        """The event with which the current turn began."""
        return self.state.turn_seq

    # The outside: everything is put into the queue, or reads the table, which is a value.

    def detach(self, client: Client) -> None:
        """Forget a connection."""
        self.post(lambda: self._gone(client))

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

    def expect(self, seat: int) -> None:
        """Give somebody who took a seat without a socket a moment to come."""
        self._later(self.behaviour.arrive, lambda: self._missed(seat))

    def await_all(self) -> None:
        """Take everybody for away until they say hello: the server has started again, or forgot an idle table."""
        for seat, there in enumerate(self.table.seats):
            if there and there.level is None:
                if self._neighbours:  # they may be there, at another process: it says so in a moment
                    self._watch(seat)
                else:
                    self._mark_away(seat)

    def post(self, job: Job) -> None:
        """Queue anything that changes the table."""
        self._inbox.put_nowait(job)

    async def settled(self) -> None:
        """Wait until everything queued so far is done."""
        await self._inbox.join()

    async def close(self) -> None:
        """Stop; what is queued and not yet stored is dropped unacknowledged."""
        self.closed = True
        for timer in self._timers:
            timer.cancel()
        await self._computers.close()
        await self._hints.close()
        self._owner.cancel()
        await asyncio.gather(self._owner, return_exceptions=True)

    @property
    def idle_for(self) -> float:
        """Seconds since the last connection went."""
        return max(0.0, self._loop.time() - self.quiet_since)

    @property
    def silent_for(self) -> float:
        """Seconds since anybody asked for anything."""
        return self._loop.time() - self.touched

    # The owner's task.

    async def _run(self) -> None:
        while True:
            job = await self._inbox.get()
            try:
                await job()
            except Conflict:
                self.post(self.catch_up)
            except Exception:
                log.exception("table %s", self.code)
            finally:
                self._inbox.task_done()

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
                await self._greet(client, command)
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
        if changes_nothing(self.table, step) and self._neighbours:
            await self.catch_up()  # it may have been otherwise at another process for a moment
            step = decide(self._context(seat), command)
        self.meter.check(step, self.seq - self.state.deal_seq, self.seq)
        if changes_nothing(self.table, step):
            send(client, Done(command.key))
        else:
            await self._happen([step], client, command.key)

    def _context(self, seat: int) -> CommandContext:
        away, late = self.presence.away, self._late()
        return CommandContext(self.table, seat, self._host, away, late, self.turn_seq, self.seq, self.state.owner)

    def _late(self) -> set[int]:
        return self.presence.late(self._loop.time(), self.behaviour.anyone)

    async def catch_up(self) -> None:
        """Somebody else wrote to this table's log: follow it, and show what happened."""
        kept = await self._store.load(self.code, after=self.seq)
        if kept is None:
            raise HostError("unknown-table", table=self.code)
        news = []
        for entry in kept.entries:
            before, after = self.table, self.table.apply(entry.event)
            news.append(news_of(before, entry.event, after))
            self._follow(entry, after)
        self.state.digests = tuple(kept.secrets.get(seat) for seat in range(len(self.table.seats)))
        if news:
            self._host = self._find_host()
            self._show(news)
            self._announce()
            self._computers.wake()

    def _follow(self, entry: Entry, after: Table) -> None:
        before = self.table
        self.state.take(entry, after)
        if isinstance(entry.event, Left | Configured):
            self.presence.moved(places(before, after))

    async def _happen(
        self, steps: Sequence[Step], client: Client | None = None, key: str | None = None, token: str | None = None
    ) -> None:
        """Let steps from the table as it is happen: store them, and only then change the table and show it.

        `client` is the one whose command it was, and gets its `key` back; `token` is the secret of a seat just taken.
        """
        table, digests = self.table, self.state.digests
        seat = client.seat if client else None
        entries, news = [], []
        for step in steps:
            changed = digests_after(table, step, digests, token)
            digests = digests if changed is None else changed
            entries.append(Entry(step.event, seat, key, changed))
            news.append(news_of(table, step.event, step.table))
            table = step.table
        await self._store.append(self.code, self.seq, entries)
        for entry, step in zip(entries, steps, strict=True):
            self._follow(entry, step.table)
        self._host = self._find_host()
        self._show(news, client, key, token)
        self._computers.wake()

    # Showing.

    def _views(self) -> SeatViews:
        looking = len(self.presence.of(None))
        away, late = self.presence.away, self._late()
        heard, guests = self.state.heard, self._knocks.guests()
        return SeatViews(self.code, self.seq, self.table, self._host, away, late, heard, looking, guests)

    def _show(
        self, news: list[News], client: Client | None = None, key: str | None = None, token: str | None = None
    ) -> None:
        """Send everybody their own view; each distinct frame is made once."""
        views = self._views()
        for seat, clients in self.presence.by_seat().items():
            view = views.of(seat)
            frame = b""
            for other in clients:
                if other is client and token is not None:
                    send(other, Welcome(view, token, key))
                elif other is client:
                    send(other, Update(view, news, key))
                else:
                    frame = frame or encode(Update(view, news))
                    other.push(frame)

    # Coming and going.

    async def _greet(self, client: Client, hello: Hello) -> None:
        seat = None if hello.token is None else self._seat_of(hello.token)
        was = client.seat if client.greeted else None
        client.seat, client.greeted = seat, True
        self.presence.clients.add(client)
        for other in surplus(self.presence.of(seat), self._places(seat)):
            self.presence.clients.discard(other)
            other.expel(TOO_FAST)
        self.quiet_since = math.inf
        if was is not None and was != seat:
            self._watch(was)
        back = seat is not None and self.presence.away.pop(seat, None) is not None
        self._host = self._find_host()
        if seat is None:
            self._count_spectators()
        self._announce()
        send(client, Welcome(self._views().of(seat), key=hello.key))
        if back and seat is not None:
            await self._came_back(seat)
        self._computers.wake()

    def _places(self, seat: int | None) -> int:
        return self.meter.limits.spectators if seat is None else self.meter.limits.sockets_per_seat

    async def _came_back(self, seat: int) -> None:
        """Show that somebody is here again, and take their seat back from the computer player."""
        there = self.table.seats[seat]
        if there and there.stand_in:
            await self._happen(self.table.steps([self.table.hand_over(seat, None)]))
        else:
            self._show([News("back", seat)])

    def _seat_of(self, token: str) -> int:
        seat = seat_of(token, self.state.digests)
        if seat is None:
            raise HostError("token")
        return seat

    async def _sit(self, client: Client, sit: Sit) -> None:
        if client.seat is not None:
            raise HostError("seated")
        again = self._sits.get(sit.key)
        if again is not None:  # the answer was lost on its way: the same person gets the same seat
            client.seat = self._seat_of(again)
            self.presence.away.pop(client.seat, None)
            send(client, Welcome(self._views().of(client.seat), again, sit.key))
            return
        event = self.table.sit(sit.name, sit.seat)
        if self.table.settings.approval and self._host is not None:
            self._knock(client, sit)
        else:
            await self._take_seat(client, event, sit.key, new_token())

    # Asking the host for a seat.

    def _knock(self, client: Client, sit: Sit) -> None:
        """Let a newcomer wait for the host; the frame that this shows is their sign of life meanwhile."""
        guest = self._knocks.add(client, sit)
        self._tell("knock", guest, sit.name)
        self._show([])

    async def _admit(self, guest: str, on: bool) -> None:
        """Do what the host says, or let the process do it where the newcomer is connected."""
        knock = self._knocks.find(guest)
        if knock.client is None or knock.sit is None:
            self._tell("admit" if on else "decline", guest)
        elif on:
            await self._take_seat(knock.client, self.table.sit(knock.name, knock.sit.seat), knock.sit.key, new_token())
        else:
            send(knock.client, Refused(knock.sit.key, refusal_of(HostError("not-admitted"))))
        self._forget_guest(guest)

    def _forget_guest(self, guest: str) -> None:
        self._knocks.forget(guest)
        self._tell("forget", guest)
        self._show([])

    def _tell(self, word: str, *details: str) -> None:
        if self._neighbours:
            self._neighbours.tell(self.code, word, *details)

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
                self._show([])
            case "forget", guest:
                self._knocks.forget(guest)
                self._show([])
            case (("admit" | "decline"), guest):
                await self._admit(guest, word == "admit")

    async def _take_seat(self, client: Client, event: Seated, key: str, token: str) -> None:
        client.seat = event.seat
        self.presence.away.pop(event.seat, None)
        try:
            await self._happen(self.table.steps([event]), client, key, token)
        except BaseException:
            client.seat = None
            raise
        self._announce()
        if len(key) >= LONG_KEY:
            self._sits[key] = token
            while len(self._sits) > KEYS_KEPT:
                del self._sits[next(iter(self._sits))]

    async def _gone(self, client: Client) -> None:
        self.presence.clients.discard(client)
        for guest in self._knocks.drop(client):
            self._forget_guest(guest)
        self._announce()
        if not self.presence.clients:
            self.quiet_since = self._loop.time()
        if client.seat is not None:
            self._watch(client.seat)
        else:
            self._count_spectators()

    def _count_spectators(self) -> None:
        """Show in a moment how many look on; many who come and go are shown once."""
        if not self._counting:
            self._counting = True
            self._later(self.behaviour.count, self._show_spectators)

    async def _show_spectators(self) -> None:
        self._counting = False
        if len(self.presence.of(None)) != self._shown_spectators:
            self._shown_spectators = len(self.presence.of(None))
            self._show([])

    def _watch(self, seat: int) -> None:
        """Look in a moment whether the seat is still without a socket."""
        if not self.presence.here(seat):
            self._later(self.behaviour.settle, lambda: self._missed(seat))

    async def _missed(self, seat: int) -> None:
        there = self.table.seats[seat] if seat < len(self.table.seats) else None
        if there is None or there.level or self.presence.here(seat) or seat in self.presence.away:
            return
        self._mark_away(seat)
        self._show([News("away", seat)])

    def _mark_away(self, seat: int) -> None:
        self.presence.away[seat] = self._loop.time()
        self._later(self.behaviour.stand_in, lambda: self._stand_in(seat))
        self._later(self.behaviour.host, self._pass_host)
        self._later(self.behaviour.anyone + 0.01, lambda: self._ask_anybody(seat))

    async def _stand_in(self, seat: int) -> None:
        """Hand an absent seat to a computer player, where the table wants that and somebody is there to play with."""
        there = self.table.seats[seat] if seat < len(self.table.seats) else None
        if there is None or there.plays_itself or seat not in self.presence.away:
            return
        if self.table.settings.away == "bot" and self.table.running:
            await self._happen(self.table.steps([self.table.hand_over(seat, stand_in(self.table.settings.hints))]))

    async def _ask_anybody(self, seat: int) -> None:
        """Show that others than the host may decide now, if the person is still away."""
        if seat in self._late():
            self._show([])

    async def _pass_host(self) -> None:
        if self._host != self._find_host():
            self._host = self._find_host()
            self._show([])

    def _find_host(self) -> int | None:
        """Find who decides: the owner; while they are away for long, the first person who is here."""
        now = self._loop.time()
        people = [seat for seat, there in enumerate(self.table.seats) if there and there.level is None]
        for seat in sorted(people, key=lambda seat: seat != self.state.owner):
            if self.presence.gone_for(seat, now) < self.behaviour.host:
                return seat
        return self.table.host if self.state.owner is None else self.state.owner

    def _later(self, delay: float, job: Job) -> None:
        def ring() -> None:
            self._timers.discard(timer)
            self.post(job)

        timer = self._loop.call_later(delay, ring)
        self._timers.add(timer)

    # Computer players.

    def someone_here(self) -> bool:
        """Tell whether computer players act here: where a person is, and of several processes in the first."""
        others = [process for process, seats in self.presence.elsewhere.items() if seats]
        first = self._neighbours is None or all(self._neighbours.me < other for other in others)
        return first and bool(self.presence.own())

    # Other processes.

    def _announce(self) -> None:
        """Tell the other processes who is connected here."""
        if self._neighbours:
            self._neighbours.announce(self.code, self.presence.own())

    def seen_elsewhere(self, process: str, seats: set[int]) -> None:
        """Note who is connected to another process."""
        if self.presence.elsewhere.get(process, set()) != seats:
            self.presence.elsewhere[process] = seats
            self.post(self._look_around)

    async def _look_around(self) -> None:
        for seat, there in enumerate(self.table.seats):
            if seat in self.presence.away and self.presence.here(seat):
                del self.presence.away[seat]
                self._host = self._find_host()
                self._show([News("back", seat)])
            elif there and there.level is None and seat not in self.presence.away:
                self._watch(seat)
        self._computers.wake()

    async def act(self, make: Make) -> bool:
        """Let computer players do something; False when it did not happen."""
        done: asyncio.Future[bool] = self._loop.create_future()

        async def job() -> None:
            happened = False
            try:
                steps = make(self.table)
                if steps:
                    await self._happen(steps)
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


def send(client: Client, message: FromServer) -> None:
    """Send one message to one client."""
    client.push(encode(message))
