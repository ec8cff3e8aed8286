"""`Tables`: every table of one owner, those in memory and those only in the store."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict
from typing import TYPE_CHECKING, Final

from ..rules import BadInput, Game, NonanteError
from ..table import Event, KnownBy, Settings, Table
from .behaviour import TableBehaviour
from .commands import new_seed
from .computers.levels import check_level, free_name
from .errors import COME_AGAIN, HostError
from .fair import Desk
from .limits import Limits
from .messages import Opened, OpenTable, TableInfo
from .room import Answered, Room, uncounted
from .state import State, table_info
from .store import DAY, Conflict, Entry, Head, Log, Store, forget
from .tokens import digest_of, new_token

if TYPE_CHECKING:
    from .neighbours import Neighbours

log = logging.getLogger("nonante.host")
LETTERS: Final = "BCDFGHJKMNPQRTVWXZ"  # no vowels, so no words; nothing that looks like a digit
SHORTEST, LONGEST = 6, 16
QUIET: Final = 3.0  # seconds
MANY: Final = 100  # events that are folded elsewhere than in the event loop
MOST_EVENTS: Final = 50_000  # of tables that sleep and are remembered, all together


def new_code(length: int = SHORTEST) -> str:
    """Return a code for a link: short and easy to read out; longer ones are harder to guess."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def tidy_code(code: str) -> str | None:
    """Return the code as it is kept, or None when it cannot be one."""
    upper = code.upper()
    return upper if SHORTEST <= len(upper) <= LONGEST and set(upper) <= set(LETTERS) else None


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

    async def open_with(self, entries: list[Entry], seat: int, token: str) -> Opened:
        """Open a table with its first events and the secret of its first person's seat."""
        await self._make_room()
        while True:
            code = new_code(self.limits.code_length)
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

    async def room(self, code: str, who: str = "") -> Room:
        """Return the room of a table, waking it from the store where needed; `who` is the address that asks."""
        tidy = tidy_code(code)
        if tidy is None:
            raise HostError("unknown-table", table=code[:20])
        if tidy in self.rooms:
            return self.rooms[tidy]
        if tidy not in self._loading:
            self._loading[tidy] = asyncio.create_task(self._load(tidy, who))
        # Several clients come back at once after a restart; all wait for the same room.
        return await asyncio.shield(self._loading[tidy])

    async def log(self, code: str) -> Log:
        """Return everything kept about a table, without waking it."""
        tidy = tidy_code(code)
        kept = None if tidy is None else await self.store.load(tidy)
        if kept is None:
            raise HostError("unknown-table", table=code[:20])
        return kept

    async def head(self, code: str) -> Head:
        """Return what is known of a table without reading it."""
        tidy = tidy_code(code)
        head = None if tidy is None else await self.store.head(tidy)
        if head is None:
            raise HostError("unknown-table", table=code[:20])
        return head

    async def state(self, code: str, who: str = "", desk: Desk | None = None) -> State:
        """Return what a table comes to that sleeps, and goes on sleeping; to be looked at, not to be changed."""
        desk, head = desk or self.reading, await self.head(code)
        if state := self._asleep.find(code, head):
            return state
        async with desk.queue.place(who):  # somebody before us may have asked for the same
            state = self._asleep.find(code, head)
            return state or self._asleep.keep(code, await fold(code, await self.log(code), desk))

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

    async def info(self, code: str) -> TableInfo:
        """Return what anybody with the link may know; a table that sleeps goes on sleeping."""
        return table_info(*await self.look(code))

    async def look(self, code: str, who: str = "") -> tuple[str, Table]:
        """Return a table as it stands, without waking it; `who` is the address that asks."""
        tidy = tidy_code(code)
        if tidy in self.rooms:
            return tidy, self.rooms[tidy].table
        return tidy or code, (await self.state(tidy or code, who)).table

    async def _make_room(self) -> None:
        """Let a sleepy table go where there is no room for another one: first one without people."""
        if len(self.rooms) < self.limits.tables:
            return
        empty = {code: room for code, room in self.rooms.items() if not room.presence.clients}
        stale = {code: room for code, room in self.rooms.items() if room.silent_for > self.limits.stale}
        choice = empty or stale
        if not choice:
            raise HostError("too-many-tables")
        await self.let_go(max(choice, key=lambda code: choice[code].silent_for))

    async def let_go(self, code: str) -> None:
        """Let a table leave the memory, where it is there; its clients come again."""
        room = self.rooms.pop(code, None)
        if room is None:
            return
        for client in room.presence.clients:
            client.expel(COME_AGAIN)
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

    async def close(self) -> None:
        """Stop every table, then the store."""
        if self._beat:
            self._beat.cancel()
            await asyncio.gather(self._beat, return_exceptions=True)
        rooms, self.rooms = list(self.rooms.values()), {}
        await asyncio.gather(*(room.close() for room in rooms))
        await self.store.close()


class Asleep:
    """Tables that sleep in the store, as they were when somebody last asked: the newest, as many as fit."""

    def __init__(self, most: int = MOST_EVENTS) -> None:
        self._most = most
        self._events = 0
        self._states: OrderedDict[str, State] = OrderedDict()

    def find(self, code: str, head: Head) -> State | None:
        """Return a table that is known, unless more has happened at it."""
        state = self._states.get(code)
        if state is None or state.seq != head.seq:
            return None
        self._states.move_to_end(code)
        state.digests = tuple(head.secrets.get(seat) for seat in range(len(state.table.seats)))
        return state

    def keep(self, code: str, state: State) -> State:
        """Remember a table; the oldest ones are forgotten for it."""
        before = self._states.pop(code, None)
        self._events += state.seq - (before.seq if before else 0)
        self._states[code] = state
        while self._events > self._most:
            self._events -= self._states.popitem(last=False)[1].seq
        return state

    def wake(self, code: str) -> None:
        """Forget a table that goes on."""
        state = self._states.pop(code, None)
        self._events -= state.seq if state else 0


async def fold(code: str, kept: Log, desk: Desk) -> State:
    """Return what a log comes to, or refuse the table: its events do not fit together any more."""
    try:
        # A long log takes a while: not where everybody else would wait for it.
        return await desk.work(State.of, kept)
    except NonanteError as error:
        log.error("table %s: its events do not fit together: %s", code, error)
        raise HostError("damaged-table", table=code, why=str(error)[:200]) from None


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
