"""`LocalTable`: a table of this process, owned by `host`, as the page has it: a line for each person, no socket."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Final, Self

from .. import messages
from ..browser import Line, Local, PageStore
from ..host import Entry, InlineExecutor, TableBehaviour, digest_of, new_token
from ..rules import PLAYING
from ..table import Record, Table, event_from_data
from .seat import new_key

_CODE: Final = "BCDFGH"  # of the only table
_HERE: Final = InlineExecutor()
_AT_ONCE: Final = TableBehaviour(pace=0.0, pool=_HERE, hint_pool=_HERE, wake_pool=_HERE, read_pool=_HERE)
_decode = messages.decoder(messages.FromServer)


class _Memory:
    """Stores the entries of the table, as a page would (see `browser.PageSide`)."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._entries: list[str] = []

    async def append(self, code: str, seq: int, entries: str) -> None:  # noqa: ARG002 - there is one table
        if seq == 0:
            self.table = Table()
        for text in json.loads(entries):
            self.table = self.table.apply(event_from_data(json.loads(text)["event"]))
            self._entries.append(text)

    async def load(self, code: str) -> str:  # noqa: ARG002 - there is one table
        return json.dumps(self._entries)

    async def tables(self) -> str:
        return json.dumps([_CODE])

    async def get(self, key: str) -> None:
        """Return nothing: there are no days and reviews."""

    async def put(self, key: str, value: str | None) -> None:
        """Keep nothing."""


class LocalTable:
    """Sits people down at a table as it stands, asks for them, and hears what they are told.

    Where nobody plays, somebody looks over a shoulder: computer players play only where they are seen.
    """

    def __init__(self, table: Table) -> None:
        self.people = table.people
        self.heard: list[tuple[int, messages.FromServer]] = []
        """What was said, and to which seat."""
        self._memory = _Memory(table)
        self._lines: dict[int, Line] = {}
        self._turn = 0
        self._questions: set[str] = set()  # why computer players played so, not answered yet

    @property
    def table(self) -> Table:
        """The table in its current state."""
        return self._memory.table

    def __enter__(self) -> Self:
        self._runner = asyncio.Runner()
        self._runner.run(self._open(self.table))
        return self

    def __exit__(self, *_: object) -> None:
        self._runner.close()

    async def _open(self, table: Table) -> None:
        """Replay the game so far, and seat everybody."""
        record, levels = Record.of(table), [there.level if there else None for there in table.seats]
        events = [*record.opening_events(table.settings, levels), *record.entries]
        tokens = {seat: new_token() for seat in self.people or [0]}
        digests = tuple(digest_of(tokens[seat]) if seat in tokens else None for seat in range(len(levels)))
        store = PageStore(self._memory)
        await store.append(_CODE, 0, [*map(Entry, events[:-1]), Entry(events[-1], secrets=digests)])
        local = Local(store, "", _AT_ONCE)
        for seat, token in tokens.items():
            self._lines[seat] = local.connect(_CODE, self._ear(seat), self._hung_up)
            self._say(seat, messages.Hello(new_key(), token))
        await self._settle(lambda: len(self.heard) >= len(tokens))

    def ask(self, seat: int, command: messages.Command) -> None:
        """Send a command and wait for its answer, and for what computer players do then."""
        self._say(seat, command)
        self._runner.run(self._settle(lambda: any(getattr(one, "key", None) == command.key for _, one in self.heard)))

    def _say(self, seat: int, command: messages.Command) -> None:
        self._lines[seat].receive(messages.encode(command).decode())

    async def _settle(self, heard: Callable[[], bool]) -> None:
        """Wait until a message arrives, and then until no computer player has anything to do."""
        while not heard() or self._questions or any(t.get_name() == "computer players" for t in asyncio.all_tasks()):
            await asyncio.sleep(0)

    @staticmethod
    def _hung_up(code: int) -> None:
        """Give up: a closed connection within one process is a bug."""
        raise SystemExit(f"the table has hung up: {code}")

    def _ear(self, seat: int) -> Callable[[str], None]:
        def hear(text: str) -> None:
            message = _decode(text)
            self.heard.append((seat, message))
            self._questions.discard(getattr(message, "key", None) or "")
            if isinstance(message, messages.Welcome | messages.Update) and seat == min(self._lines):
                self._ask_why(seat, message)

        return hear

    def _ask_why(self, seat: int, seen: messages.Welcome | messages.Update) -> None:
        """Ask for a computer player's reasons as soon as its turn is over: the log forgets it soon (R33)."""
        game, turn = seen.table.game, self._turn
        if game is None:
            return
        self._turn = game.turn
        news = seen.news if isinstance(seen, messages.Update) else []
        computers = {item.seat for item in news if item.kind == "played"} - set(self.people)
        if computers and (game.turn != turn or game.status != PLAYING):
            why = messages.Why(new_key(), turn)
            self._questions.add(why.key)
            self._say(seat, why)
