"""`Tables`: every table of one owner, those in memory and those only in the store."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Container, Iterator
from typing import TYPE_CHECKING, Final

from ..messages import Opened, OpenTable, TableInfo
from ..rules import BadInput, Game, NonanteError
from ..table import Event, KnownBy, Settings, Table
from .asleep import Asleep
from .behaviour import TableBehaviour
from .callers import AT_HOME, Caller
from .codes import fitting_length, new_code, tidy_code
from .commands import new_seed
from .computers.levels import check_level, free_name
from .errors import COME_AGAIN, HostError
from .fair import Desk
from .limits import Limits
from .room import Answered, Room, uncounted
from .state import State, table_info
from .store import DAY, Conflict, Entry, Log, Store, forget
from .tokens import digest_of, new_token, seat_of

if TYPE_CHECKING:
    from .neighbours import Neighbours

log = logging.getLogger("nonante.host")
QUIET: Final = 3.0  # seconds
MANY: Final = 100  # events that are folded elsewhere than in the event loop


class Tables:
    """Opens tables, finds them again, and lets go of idle ones."""

    def __init__(
        self,
        store: Store,
        limits: Limits | None = None,
        behaviour: TableBehaviour | None = None,
        answered: Answered = uncounted,
    ) -> None:
        self.store = store
        self.limits = limits or Limits()
        self.behaviour = behaviour or TableBehaviour()
        self.rooms: dict[str, Room] = {}
        self.waking, self.reading = Desk(self.behaviour.wake_pool), Desk(self.behaviour.read_pool)
        self._asleep = Asleep()
        self.closed: Container[str] = ()
        """The codes of tables that nobody gets to."""
        self._stored = 0
        self._answered = answered
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self.neighbours = self._neighbours() if store.shared else None
        self._beat: asyncio.Task[None] | None = None

    def _neighbours(self) -> Neighbours:
        from .neighbours import Neighbours  # which a store without other processes never needs

        return Neighbours(self.store, lambda: list(self.rooms.items()))

    def start(self) -> None:
        """Begin to hear from the other processes, where there can be some."""
        if self.neighbours:
            self.store.watch(self._changed, self.neighbours.heard)
            self._beat = asyncio.create_task(self.neighbours.beat())

    def _changed(self, code: str) -> None:
        """Another process appended to a table; without a code, something may have been missed."""
        for room in [self.rooms[code]] if code in self.rooms else self.rooms.values() if not code else ():
            room.post(room.catch_up)

    async def open(self, wanted: OpenTable, fresh: bool = False) -> Opened:
        """Open a table: settings, the first person, computer players and perhaps the deal, all at once.

        `fresh`: the deal asked for is known to nobody, as a deal of the day once is (R50).
        """
        token = new_token()
        return await self.open_with(opening(wanted, token, fresh), 0, token)

    @property
    def code_length(self) -> int:
        """Letters of a new table's code: enough for as many tables as there may be, or are already."""
        most = max(self.limits.tables, self._stored)
        return self.limits.code_length or fitting_length(most, self.limits.misses)

    async def open_with(self, entries: list[Entry], seat: int, token: str) -> Opened:
        """Open a table with its first events and the secret of its first person's seat."""
        await self._make_room()
        while True:
            code = new_code(self.code_length)
            try:
                await self.store.append(code, 0, entries)
            except Conflict:
                continue
            break
        kept = Log(tuple(entries), {seat: digest_of(token)})
        state = State.of(kept) if len(entries) < MANY else await self.waking.do("", State.of, kept)
        room = Room(code, self.store, state, self.behaviour, self.limits, self.neighbours, self._answered)
        self.rooms[code] = room
        room.expect(seat)
        return Opened(code, seat, token)

    # Finding a table by its code. Who asks from outside is a `Caller`, whose wrong codes are counted here alone.

    async def find(self, code: str, caller: Caller) -> str:
        """Return the code of a table as it is kept.

        From a network that has guessed too much, every code is answered alike, except for people with a seat there.
        """
        tidy = tidy_code(code)
        awake = tidy in self.rooms
        if (caller.guessed or not (awake or caller.may_wake())) and not await self.seated(tidy, caller):
            caller.refused()
            raise HostError("too-fast")
        if tidy is None or not (awake or await self.store.secrets(tidy) is not None):
            caller.missed()
            raise HostError("unknown-table", table=code[:20])
        if tidy in self.closed:
            raise HostError("closed-table", table=tidy)
        return tidy

    async def seated(self, code: str | None, caller: Caller) -> bool:
        """Tell whether a caller has a seat at a table."""
        if code is None or caller.token is None:
            return caller.home
        room = self.rooms.get(code)
        digests = room.state.digests if room else tuple((await self.store.secrets(code) or {}).values())
        return seat_of(caller.token, digests) is not None

    async def room(self, code: str, caller: Caller = AT_HOME) -> Room:
        """Return the room of a table, waking it from the store where needed."""
        tidy = await self.find(code, caller)
        if tidy in self.rooms:
            return self.rooms[tidy]
        if tidy not in self._loading:
            self._loading[tidy] = asyncio.create_task(self._load(tidy, caller.address))
        # Several clients come back at once after a restart; all wait for the same room.
        return await asyncio.shield(self._loading[tidy])

    async def log(self, code: str, caller: Caller = AT_HOME) -> Log:
        """Return everything kept about a table, without waking it."""
        return await self._kept(await self.find(code, caller))

    async def _kept(self, code: str) -> Log:
        kept = await self.store.load(code)
        if kept is None:  # forgotten this very moment
            raise HostError("unknown-table", table=code)
        return kept

    async def state(self, code: str, who: str, desk: Desk) -> State:
        """Return what a table comes to that sleeps, and goes on sleeping; to be looked at, not to be changed."""
        length = await self.store.length(code)
        if state := self._asleep.find(code, length):
            return state
        async with desk.queue.place(who):  # somebody before us may have asked for the same
            state = self._asleep.find(code, length)
            return state or self._asleep.keep(code, await fold(code, await self._kept(code), desk))

    async def _load(self, code: str, who: str) -> Room:
        try:
            state = await self.state(code, who, self.waking)
            self._asleep.wake(code)
            await self._make_room()
            room = self.rooms[code] = self._wake(code, state)
            return room
        finally:
            del self._loading[code]

    def _wake(self, code: str, state: State) -> Room:
        room = Room(code, self.store, state, self.behaviour, self.limits, self.neighbours, self._answered)
        room.await_all()
        if self.neighbours:
            self.neighbours.ask(code)
        return room

    async def look(self, code: str, caller: Caller = AT_HOME) -> tuple[str, Table]:
        """Return a table as it stands, without waking it."""
        tidy = await self.find(code, caller)
        if tidy in self.rooms:
            return tidy, self.rooms[tidy].table
        return tidy, (await self.state(tidy, caller.address, self.reading)).table

    async def info(self, code: str, caller: Caller = AT_HOME) -> TableInfo:
        """Return what a caller may know of a table; one that sleeps goes on sleeping."""
        tidy, table = await self.look(code, caller)
        return table_info(tidy, table, named=not table.settings.private or await self.seated(tidy, caller))

    async def _make_room(self) -> None:
        """Let a sleepy table go where there is no room for another one."""
        if len(self.rooms) < self.limits.tables:
            return
        code = self._dispensable()
        if code is None:
            raise HostError("too-many-tables")
        await self.let_go(code)

    def _dispensable(self) -> str | None:
        """Return the table that can leave the memory first: one without people, or one where nobody says anything."""
        empty = {code: room for code, room in self.rooms.items() if not room.presence.clients}
        stale = {code: room for code, room in self.rooms.items() if room.silent_for > self.limits.stale}
        choice = empty or stale
        return max(choice, key=lambda code: choice[code].silent_for) if choice else None

    def full(self) -> bool:
        """Tell whether no table can be opened now."""
        return len(self.rooms) >= self.limits.tables and self._dispensable() is None

    async def let_go(self, code: str, why: int = COME_AGAIN) -> None:
        """Let a table leave the memory, where it is there; by default its clients come again."""
        room = self.rooms.pop(code, None)
        if room is None:
            return
        for client in room.presence.clients:
            client.expel(why)
        await room.close()

    def quiet(self) -> bool:
        """Tell whether nobody has asked for anything for a moment; may be called from any thread."""
        return all(room.silent_for > QUIET for room in list(self.rooms.values()))

    async def sweep(self) -> None:
        """Let go of tables that nobody has looked at for a while."""
        for code, room in list(self.rooms.items()):
            if room.idle_for > self.limits.idle:
                await self.let_go(code)

    async def forget(self, now: float | None = None) -> int:
        """Forget tables where nothing has happened for as many days as the limits say; return how many."""
        if not self.limits.keep:
            return 0
        for code, room in list(self.rooms.items()):
            if room.silent_for > self.limits.keep * DAY:  # a page that was never closed
                await self.let_go(code)
        return await forget(self.store, self.limits.keep, now)

    async def count(self) -> None:
        """Look how many tables the store has: the more there are, the longer are new codes."""
        self._stored = await self.store.size()

    async def close(self) -> None:
        """Stop every table, then the store."""
        if self._beat:
            self._beat.cancel()
            await asyncio.gather(self._beat, return_exceptions=True)
        rooms, self.rooms = list(self.rooms.values()), {}
        await asyncio.gather(*(room.close() for room in rooms))
        await self.store.close()


@contextlib.contextmanager
def reading(code: str) -> Iterator[None]:
    """Refuse a table whose events do not fit together any more, whatever is wrong with them."""
    try:
        yield
    except (NonanteError, TypeError, ValueError, LookupError, AttributeError) as error:
        log.error("table %s: its events do not fit together: %s", code, error)
        raise HostError("damaged-table", table=code, why=str(error)[:200]) from None


async def fold(code: str, kept: Log, desk: Desk) -> State:
    """Return what a log comes to."""
    with reading(code):
        # A long log takes a while: not where everybody else would wait for it.
        return await desk.work(State.of, kept)


def opening(wanted: OpenTable, token: str, fresh: bool = False) -> list[Entry]:
    """Return the first events of a table."""
    table, events = Table(), []

    def happen(event: Event) -> None:
        nonlocal table
        table = table.apply(event)
        events.append(event)

    happen(table.configure(Settings.from_data(wanted.settings)))
    happen(table.sit(wanted.name))
    for level in wanted.bots:
        happen(table.sit(free_name(table.names), level=check_level(level)))
    if wanted.position is not None:
        happen(table.arrange(Game.from_data(wanted.position)))
    elif wanted.deal:
        happen(table.deal(new_seed()) if wanted.seed is None else _chosen_deal(table, wanted, fresh))
    digests = (digest_of(token), *[None] * (len(table.seats) - 1))
    return [Entry(event, secrets=digests if n == 1 else None) for n, event in enumerate(events)]


def _chosen_deal(table: Table, wanted: OpenTable, fresh: bool) -> Event:
    """Deal what somebody asked for, and so may know (R50)."""
    known: KnownBy = "link" if wanted.link else "seed"
    return table.deal(_read_seed(wanted.seed or ""), None if fresh else known)


def _read_seed(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 20):
        raise BadInput("seed", value=text)
    return int(text)
