"""`Tables`: every table of one server, those in memory and those only in the store."""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import Final

from ..rules import BadInput, Game, NonanteError
from ..table import Event, KnownBy, Settings, Table
from .behaviour import TableBehaviour
from .commands import new_seed
from .computers.levels import check_level, free_name
from .errors import ServerError
from .limits import Limits
from .messages import Opened, OpenTable
from .room import Room
from .store import Conflict, Entry, Log, Store
from .tokens import digest_of, new_token

log = logging.getLogger("nonante.server")
LETTERS: Final = "BCDFGHJKMNPQRTVWXZ"  # no vowels, so no words; nothing that looks like a digit
LENGTH: Final = 6


def new_code() -> str:
    """Return a code for a link: short, easy to read out, and no secret."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def tidy_code(code: str) -> str | None:
    """Return the code as it is kept, or None when it cannot be one."""
    upper = code.upper()
    return upper if len(upper) == LENGTH and set(upper) <= set(LETTERS) else None


class Tables:
    """Opens tables, finds them again, and lets go of idle ones."""

    def __init__(self, store: Store, limits: Limits | None = None, behaviour: TableBehaviour | None = None) -> None:
        self.store = store
        self.limits = limits or Limits()
        self.behaviour = behaviour or TableBehaviour()
        self.rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}

    async def open(self, wanted: OpenTable, fresh: bool = False) -> Opened:
        """Open a table: settings, the first person, computer players and perhaps the deal, all at once.

        `fresh`: the deal asked for is known to nobody, as a deal of the day once is (R50).
        """
        token = new_token()
        return await self.open_with(opening(wanted, token, fresh), 0, token)

    async def open_with(self, entries: list[Entry], seat: int, token: str) -> Opened:
        """Open a table with its first events and the secret of its first person's seat."""
        self._must_have_room()
        while True:
            code = new_code()
            try:
                await self.store.append(code, 0, entries)
            except Conflict:
                continue
            break
        room = Room(code, self.store, Log(tuple(entries), {seat: digest_of(token)}), self.behaviour)
        self.rooms[code] = room
        room.expect(seat)
        return Opened(code, seat, token)

    async def room(self, code: str) -> Room:
        """Return the room of a table, waking it from the store where needed."""
        tidy = tidy_code(code)
        if tidy is None:
            raise ServerError("unknown-table", table=code[:20])
        if tidy in self.rooms:
            return self.rooms[tidy]
        if tidy not in self._loading:
            self._loading[tidy] = asyncio.create_task(self._load(tidy))
        # Several clients come back at once after a restart; all wait for the same room.
        return await asyncio.shield(self._loading[tidy])

    async def log(self, code: str) -> Log:
        """Return everything kept about a table, without waking it."""
        tidy = tidy_code(code)
        kept = None if tidy is None else await self.store.load(tidy)
        if kept is None:
            raise ServerError("unknown-table", table=code[:20])
        return kept

    async def _load(self, code: str) -> Room:
        try:
            kept = await self.log(code)
            self._must_have_room()
            room = self.rooms[code] = self._wake(code, kept)
            return room
        finally:
            del self._loading[code]

    def _wake(self, code: str, kept: Log) -> Room:
        try:
            room = Room(code, self.store, kept, self.behaviour)
        except NonanteError:
            log.exception("table %s: its events do not fit together", code)
            raise ServerError("storage") from None
        room.await_all()
        return room

    def _must_have_room(self) -> None:
        if len(self.rooms) >= self.limits.tables:
            raise ServerError("too-many-tables")

    async def sweep(self) -> None:
        """Let go of tables that nobody has looked at for a while."""
        for code, room in list(self.rooms.items()):
            if room.idle_for > self.limits.idle:
                del self.rooms[code]
                await room.close()

    async def close(self) -> None:
        """Stop every table, then the store."""
        rooms, self.rooms = list(self.rooms.values()), {}
        await asyncio.gather(*(room.close() for room in rooms))
        await self.store.close()


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
