"""A store that does not know whether it kept something, as when the line to a database breaks during a commit."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence

import pytest
from tests.host.indoors import Indoors, Visitor, indoors
from tests.host.memory import MemoryStore

from nonante.host import views
from nonante.host.errors import COME_AGAIN, HostError
from nonante.host.live_table import TRIES
from nonante.host.store import Conflict, Entry, Log

KEY = "a-key-of-one-command"


class Uncertain(MemoryStore):
    """Keeps what it is asked to.

    `conflicts`: so often others were quicker. `unsure`: so often it says so although it kept what it was asked to.
    `down`: it cannot be read.
    """

    def __init__(self) -> None:
        super().__init__()
        self.conflicts = self.unsure = 0
        self.down = False

    async def append(self, code: str, seq: int, entries: Sequence[Entry]) -> None:
        if self.conflicts:
            self.conflicts -= 1
            raise Conflict(code)
        await super().append(code, seq, entries)
        if self.unsure:
            self.unsure -= 1
            raise Conflict(code)

    async def load(self, code: str, after: int = 0) -> Log | None:
        if self.down:
            raise HostError("storage")
        return await super().load(code, after)


def run(work: Callable[[Indoors, Uncertain], Awaitable[None]]) -> None:
    async def main() -> None:
        store = Uncertain()
        async with indoors(store) as house:
            await work(house, store)

    asyncio.run(main())


async def kept_once(store: Uncertain, visitor: Visitor, key: str = KEY) -> bool:
    log = await store.load(visitor.live.code)
    assert log is not None
    return Counter(entry.key for entry in log.entries)[key] == 1


def test_a_command_that_was_kept_after_all_is_done_once() -> None:
    async def work(house: Indoors, store: Uncertain) -> None:
        live, opened = await house.open(settings={"rules": {"players": 2}})
        anna = await house.visit(live, opened.token)
        store.unsure = 1
        assert (await anna.ask(type="rename", seat=0, name="Hanna", key=KEY))["type"] == "done"
        assert anna.table["seats"][0]["name"] == "Hanna"
        assert await kept_once(store, anna)

    run(work)


def test_a_seat_that_was_kept_after_all_goes_to_who_took_it() -> None:
    async def work(house: Indoors, store: Uncertain) -> None:
        live, _ = await house.open(settings={"rules": {"players": 2}})
        bruno = await house.visit(live)
        store.unsure = 1
        answer = await bruno.ask(type="sit", name="Bruno", key=KEY)
        assert (answer["type"], answer["table"]["you"]) == ("welcome", 1)
        assert (await house.visit(live, answer["token"])).table["you"] == 1
        assert await kept_once(store, bruno)

    run(work)


def test_so_does_a_seat_that_the_host_gave_away() -> None:
    async def work(house: Indoors, store: Uncertain) -> None:
        live, opened = await house.open(settings={"rules": {"players": 2}, "approval": True})
        anna, bruno = await house.visit(live, opened.token), await house.visit(live)
        bruno.receive(f'{{"type": "sit", "name": "Bruno", "key": "{KEY}"}}')
        await live.settled()
        store.unsure = 1
        await anna.ask(type="admit", guest=anna.table["guests"][0]["guest"], on=True)
        token = next(message["token"] for message in bruno.messages if message.get("key") == KEY)
        assert (await house.visit(live, token)).table["you"] == 1
        assert anna.table["guests"] == []
        assert await kept_once(store, bruno)

    run(work)


def test_who_cannot_be_told_comes_back_and_asks_again() -> None:
    """A refusal would say that nothing happened, which nobody knows."""

    async def work(house: Indoors, store: Uncertain) -> None:
        live, opened = await house.open(settings={"rules": {"players": 2}})
        anna = await house.visit(live, opened.token)
        store.unsure, store.down = 1, True
        anna.receive(f'{{"type": "rename", "seat": 0, "name": "Hanna", "key": "{KEY}"}}')
        await live.settled()
        assert not [message for message in anna.messages if message.get("key") == KEY]
        assert anna._expelled == COME_AGAIN
        store.down = False
        back = await house.visit(live, opened.token)
        assert (await back.ask(type="rename", seat=0, name="Hanna", key=KEY))["type"] == "done"
        assert await kept_once(store, back)

    run(work)


def test_so_does_who_finds_another_process_quicker_every_time() -> None:
    async def work(house: Indoors, store: Uncertain) -> None:
        live, opened = await house.open(settings={"rules": {"players": 2}, "chat": True})
        anna = await house.visit(live, opened.token)
        store.conflicts = 100
        anna.receive(f'{{"type": "rename", "seat": 0, "name": "Hanna", "key": "{KEY}"}}')
        await live.settled()
        assert store.conflicts == 100 - TRIES
        assert anna._expelled == COME_AGAIN

    run(work)


def test_what_cannot_be_shown_has_happened_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(house: Indoors, store: Uncertain) -> None:
        live, opened = await house.open(settings={"rules": {"players": 2}})
        anna, bruno = await house.visit(live, opened.token), await house.visit(live)
        with monkeypatch.context() as patch:
            patch.setattr(views, "levels", lambda: int("no descriptor left"))
            anna.receive(f'{{"type": "rename", "seat": 0, "name": "Hanna", "key": "{KEY}"}}')
            await live.settled()
        assert not [message for message in anna.messages if message.get("key") == KEY]
        assert (anna._expelled, bruno._expelled) == (COME_AGAIN, COME_AGAIN)
        back = await house.visit(live, opened.token)
        assert (await back.ask(type="rename", seat=0, name="Hanna", key=KEY))["type"] == "done"
        assert await kept_once(store, back)

    run(work)
