"""`Tables`: every table of one owner, those in memory and those only in the store."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Container, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from ..messages import Opened, OpenTable, TableInfo
from ..rules import Game
from ..table import Event, Table
from .access import AT_HOME, Caller, digest_of, fitting_length, new_code, new_token, require_seat, seat_of, tidy_code
from .clock import steady_clock
from .errors import COME_AGAIN, HostError
from .latest import Latest
from .limits import Limits, TableBehaviour
from .live_table import Answered, LiveTable, uncounted
from .opening import entries_of, wanted_events
from .pools import FairExecutor
from .state import StateCache, TableState, table_info
from .store import DAY, UNTIL, Conflict, Log, Store, forget

if TYPE_CHECKING:
    from .processes import OtherProcesses

log = logging.getLogger("nonante.host")
QUIET: Final = 3.0  # seconds
ASLEEP: Final = 5000
"""Running games that are remembered although their tables are not in memory, the newest ones."""
MANY: Final = 100  # events that are folded elsewhere than in the event loop


class Tables:
    """Opens and finds tables, and removes idle ones from memory."""

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
        self.live: dict[str, LiveTable] = {}
        """Those in memory, by their codes."""
        self._asleep = Latest[str, Game | None](ASLEEP)
        """Running games of tables that are not in memory; None for one that has to be read before it is compared."""
        self._slow_known = False
        self.waking, self.reading = FairExecutor(self.behaviour.wake_pool), FairExecutor(self.behaviour.read_pool)
        self._states = StateCache()
        self.now = steady_clock()
        """The time by which events are sealed and opened."""
        self.closed: Container[str] = ()
        """The codes of tables that nobody gets to."""
        self._count = 0
        self._answered = answered
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self.processes = self._other_processes() if store.shared else None
        self._beat: asyncio.Task[None] | None = None

    def _other_processes(self) -> OtherProcesses:
        from .processes import OtherProcesses  # which a store without other processes never needs

        return OtherProcesses(self.store, self.live)

    def start(self) -> None:
        """Start receiving reports from other processes, if there can be any."""
        if self.processes:
            self.store.watch(self._changed, self.processes.heard)
            self._beat = asyncio.create_task(self.processes.beat())

    def _changed(self, code: str) -> None:
        """Another process appended to a table; without a code, something may have been missed."""
        if code and code not in self.live:
            self._put_to_sleep(code, None)
        for table in [self.live[code]] if code in self.live else self.live.values() if not code else ():
            table.catch_up()

    async def open(self, wanted: OpenTable, fresh: bool = False) -> Opened:
        """Open a table with its settings, the first person, computer players and perhaps a deal, all at once.

        `fresh`: nobody knows the deal, as with the first attempt at a deal of the day (R50).
        """
        return await self.open_with(wanted_events(wanted, fresh), 0)

    @property
    def code_length(self) -> int:
        """The length of new table codes, which depends on the number of tables allowed or stored."""
        most = max(self.limits.tables, self._count)
        return self.limits.code_length or fitting_length(most, self.limits.misses)

    async def open_with(self, events: Sequence[Event], seat: int) -> Opened:
        """Open a table with its first events; its only person has this seat and gets the secret."""
        token = new_token()
        entries = entries_of(events, seat, token)
        await self._make_space()
        while True:
            code = new_code(self.code_length)
            try:
                await self.store.append(code, 0, entries)
            except Conflict:
                continue
            break
        stored = Log(tuple(entries), {seat: digest_of(token)})
        state = TableState.of(stored) if len(entries) < MANY else await self.waking.do("", TableState.of, stored)
        self._bring_to_life(code, state).attendance.expect(seat)
        rules = state.table.rules
        return Opened(code, seat, token, rules.name, rules.players)

    def _bring_to_life(self, code: str, state: TableState) -> LiveTable:
        table = LiveTable(code, self.store, state, self.behaviour, self.limits, self.processes, self._answered)
        self.live[code] = table
        self._asleep.pop(code, None)
        return table

    # Finding a table by its code. Who asks from outside is a `Caller`, whose wrong codes are counted here alone.

    async def find(self, code: str, caller: Caller) -> str:
        """Return the code of a table as it is stored.

        From a network that has guessed too much, every code is answered alike, except for people with a seat there.
        """
        tidy = tidy_code(code)
        awake = tidy in self.live
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
        table = self.live.get(code)
        digests = table.state.digests if table else tuple((await self.store.secrets(code) or {}).values())
        return seat_of(caller.token, digests) is not None

    async def find_own(self, code: str, caller: Caller) -> tuple[str, int]:
        """Return the stored code of a table and the seat that the caller's secret opens, or refuse it.

        The table is not read for a wrong secret.
        """
        code = await self.find(code, caller)
        return code, require_seat(caller.token or "", await self.store.secrets(code) or {})

    async def wake(self, code: str, caller: Caller = AT_HOME) -> LiveTable:
        """Return a table to play at, loading it from the store if needed."""
        tidy = await self.find(code, caller)
        if tidy in self.live:
            return self.live[tidy]
        if tidy not in self._loading:
            self._loading[tidy] = asyncio.create_task(self._load(tidy, caller.address))
        # Several clients come back at once after a restart; all wait for the same table.
        return await asyncio.shield(self._loading[tidy])

    async def log(self, code: str, caller: Caller = AT_HOME) -> Log:
        """Return everything stored about a table, without loading it into memory."""
        return await self._stored_log(await self.find(code, caller))

    async def _stored_log(self, code: str) -> Log:
        stored = await self.store.load(code)
        if stored is None:  # forgotten this very moment
            raise HostError("unknown-table", table=code)
        return stored

    async def state(self, code: str, who: str, executor: FairExecutor) -> TableState:
        """Return the state of a table for reading, without loading it into memory."""
        length = await self.store.length(code)
        if state := self._states.find(code, length):
            return state
        async with executor.queue.place(who):  # somebody before us may have asked for the same
            state = self._states.find(code, length)
            return state or self._states.remember(code, await fold(code, await self._stored_log(code), executor))

    async def sealed_until(self, code: str) -> float:
        """Return until when a table's games stay hidden except from one's own seat; 0 for most tables."""
        kept = {note.key: note.content for note in await self.store.notes(f"event-of/{code}")}
        return float(kept.get(UNTIL, 0))

    async def must_not_be_sealed(self, code: str) -> None:
        """Refuse to show a game of an event that is not over."""
        if self.now() < await self.sealed_until(code.upper()):
            raise HostError("sealed")

    async def _load(self, code: str, who: str) -> LiveTable:
        try:
            state = await self.state(code, who, self.waking)
            self._states.forget(code)
            await self._make_space()
            until = await self.sealed_until(code)
            table = self._bring_to_life(code, state)
            table.broadcast.sealed = lambda: self.now() < until
            table.attendance.await_all()
            if self.processes:
                self.processes.ask(code)
                table.catch_up()  # news that came while it was read went nowhere
            return table
        finally:
            del self._loading[code]

    async def look(self, code: str, caller: Caller = AT_HOME) -> tuple[str, Table]:
        """Return a table in its current state, without loading it into memory."""
        tidy = await self.find(code, caller)
        if tidy in self.live:
            return tidy, self.live[tidy].table
        return tidy, (await self.state(tidy, caller.address, self.reading)).table

    async def info(self, code: str, caller: Caller = AT_HOME) -> TableInfo:
        """Return what a caller may know of a table, without loading it into memory."""
        tidy, table = await self.look(code, caller)
        return table_info(tidy, table, named=not table.settings.private or await self.seated(tidy, caller))

    async def _make_space(self) -> None:
        """Remove an idle table from memory if there is no space for another one."""
        if len(self.live) < self.limits.tables:
            return
        code = self._dispensable()
        if code is None:
            raise HostError("too-many-tables")
        await self.let_go(code)

    def _dispensable(self) -> str | None:
        """Return the table that can leave the memory first: one without people, or one where nobody says anything."""
        empty = {code: table for code, table in self.live.items() if not table.presence.clients}
        stale = {code: table for code, table in self.live.items() if table.silent_for > self.limits.stale}
        choice = empty or stale
        return max(choice, key=lambda code: choice[code].silent_for) if choice else None

    def full(self) -> bool:
        """Tell whether no more tables can be opened."""
        return len(self.live) >= self.limits.tables and self._dispensable() is None

    async def let_go(self, code: str, why: int = COME_AGAIN) -> None:
        """Remove a table from memory; by default its clients reconnect."""
        table = self.live.pop(code, None)
        if table is None:
            return
        if table.table.running:
            self._put_to_sleep(code, table.table.require_game())
        for client in table.presence.clients:
            client.expel(why)
        await table.close()

    def _put_to_sleep(self, code: str, game: Game | None) -> None:
        self._asleep.pop(code, None)
        self._asleep[code] = game

    async def running_games(self, who: str) -> list[Game]:
        """Return the games that run here or at another process, and the slow ones that sleep in the store."""
        if not self._slow_known:
            for code in await self.store.waiting():
                if code not in self._asleep and code not in self.live:
                    self._put_to_sleep(code, None)
            self._slow_known = True
        for code in [code for code, game in self._asleep.items() if game is None]:
            table = None
            with contextlib.suppress(HostError):  # forgotten or damaged
                table = (await self.state(code, who, self.reading)).table
            if code in self._asleep and self._asleep[code] is None:  # nobody has woken it meanwhile
                del self._asleep[code]
                if table and table.running:
                    self._put_to_sleep(code, table.require_game())
        live = [table.table.require_game() for table in self.live.values() if table.table.running]
        return live + [game for game in self._asleep.values() if game]

    def quiet(self) -> bool:
        """Tell whether there were no recent requests; may be called from any thread."""
        return all(table.silent_for > QUIET for table in list(self.live.values()))

    async def sweep(self) -> None:
        """Remove idle tables from memory."""
        for code, table in list(self.live.items()):
            if table.attendance.idle_for > self.limits.idle:
                await self.let_go(code)

    async def forget(self, now: float | None = None) -> int:
        """Delete tables that have been inactive for the number of days in the limits; return how many."""
        if not self.limits.keep:
            return 0
        for code, table in list(self.live.items()):
            if table.silent_for > self.limits.keep * DAY:  # a page that was never closed
                await self.let_go(code)
        return await forget(self.store, self.limits.keep, now)

    async def count(self) -> None:
        """Count the tables in the store, which decides the length of new codes."""
        self._count = await self.store.size()

    async def close(self) -> None:
        """Stop every table, then the store."""
        if self._beat:
            self._beat.cancel()
            await asyncio.gather(self._beat, return_exceptions=True)
        live = list(self.live.values())
        self.live.clear()
        await asyncio.gather(*(table.close() for table in live))
        await self.store.close()


@contextlib.contextmanager
def reading(code: str) -> Iterator[None]:
    """Turn any error while reading a table's events into a refusal."""
    try:
        yield
    except Exception as error:
        log.error("table %s: its events do not fit together: %s", code, error)
        raise HostError("damaged-table", table=code, why=str(error)[:200]) from None


async def fold(code: str, stored: Log, executor: FairExecutor) -> TableState:
    """Return the state that a log leads to."""
    with reading(code):
        # A long log takes a while: not where everybody else would wait for it.
        return await executor.work(TableState.of, stored)
