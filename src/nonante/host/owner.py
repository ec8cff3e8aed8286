"""`TableOwner`: one table with its queue and its log. Whatever happens is stored, and only then shown."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol, TypeAlias

from ..messages import FromServer, Guest, News, Update, Welcome, encode
from ..rules import NonanteError
from ..table import Configured, Left, Step, Table
from .behaviour import TableBehaviour
from .errors import HostError
from .news import news_of
from .presence import Presence
from .state import State
from .store import Conflict, Entry, Store
from .tokens import digests_after, places
from .views import SeatViews

log = logging.getLogger("nonante.host")


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


class TableOwner:
    """Owns a table: all changes happen in its own task, one after the other."""

    def __init__(self, code: str, store: Store, state: State, behaviour: TableBehaviour) -> None:
        self.code = code
        self.state = state
        self.behaviour = behaviour
        self.presence: Presence[Client] = Presence()
        self.host: int | None = None
        """Who decides for the table."""
        self.closed = False
        self._store = store
        self._loop = asyncio.get_running_loop()
        self._inbox: asyncio.Queue[Job] = asyncio.Queue()
        self._timers: set[asyncio.TimerHandle] = set()
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

    # What more there is to do at a table.

    def happened(self) -> None:
        """Do what follows from a change, before anybody sees it."""

    def shown(self) -> None:
        """Do what follows once everybody has seen a change."""

    async def stopped(self) -> None:
        """Stop what else goes on at the table."""

    def guests(self) -> list[Guest]:
        """Return who waits for the host to let them sit down."""
        return []

    # The queue.

    def post(self, job: Job) -> None:
        """Queue anything that changes the table."""
        self._inbox.put_nowait(job)

    def later(self, delay: float, job: Job) -> None:
        """Queue something after so many seconds."""

        def ring() -> None:
            self._timers.discard(timer)
            self.post(job)

        timer = self._loop.call_later(delay, ring)
        self._timers.add(timer)

    async def settled(self) -> None:
        """Wait until everything queued so far is done."""
        await self._inbox.join()

    async def close(self) -> None:
        """Stop; what is queued and not yet stored is dropped unacknowledged."""
        self.closed = True
        for timer in self._timers:
            timer.cancel()
        await self.stopped()
        self._owner.cancel()
        await asyncio.gather(self._owner, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            job = await self._inbox.get()
            try:
                await job()
            except Conflict:
                self.post(self.catch_up)
            except NonanteError as error:
                log.error("table %s: %s", self.code, error)
            except Exception:
                log.exception("table %s", self.code)
            finally:
                self._inbox.task_done()

    # The log.

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
            self.happened()
            self.show(news)
            self.shown()

    def _follow(self, entry: Entry, after: Table) -> None:
        before = self.table
        self.state.take(entry, after)
        if isinstance(entry.event, Left | Configured):
            self.presence.moved(places(before, after))

    async def happen(
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
        self.happened()
        self.show(news, client, key, token)
        self.shown()

    # Showing.

    def late(self) -> set[int]:
        """Return who has been away for so long that anybody may decide about their seat."""
        return self.presence.late(self._loop.time(), self.behaviour.anyone)

    def views(self) -> SeatViews:
        """Return what everybody may see now."""
        looking = len(self.presence.of(None))
        away, late = self.presence.away, self.late()
        heard, guests = self.state.heard, self.guests()
        return SeatViews(self.code, self.seq, self.table, self.host, away, late, heard, looking, guests)

    def show(
        self, news: list[News], client: Client | None = None, key: str | None = None, token: str | None = None
    ) -> None:
        """Send everybody their own view; each distinct frame is made once."""
        views = self.views()
        for seat, clients in self.presence.by_seat().items():
            view = views.of(seat)
            told = news if seat is not None else [item for item in news if self._tells_all(item)]
            frame = b""
            for other in clients:
                if other is client and token is not None:
                    send(other, Welcome(view, token, key))
                elif other is client:
                    send(other, Update(view, told, key))
                else:
                    frame = frame or encode(Update(view, told))
                    other.push(frame)

    def _tells_all(self, item: News) -> bool:
        """Tell whether who only looks on hears of it: of nothing at a private table, and nowhere of what is said."""
        return not self.table.settings.private and item.kind != "said"


def send(client: Client, message: FromServer) -> None:
    """Send one message to one client."""
    client.push(encode(message))
