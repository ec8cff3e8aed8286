"""Places that addresses take in turn, tables that sleep, newcomers by address, seats before crowds."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Any

import pytest
from tests.host.indoors import OPEN, PATIENCE, Indoors, Visitor, indoor, new_key
from tests.host.memory import MemoryStore

from nonante.host.admission import OF_ONE, WaitingList
from nonante.host.errors import HostError
from nonante.host.limits import Bucket, Rate
from nonante.host.pools import FairQueue
from nonante.host.state import StateCache, TableState
from nonante.host.store import Log
from nonante.host.thinking import WAITING, Thinker
from nonante.messages import Sit
from nonante.review import Steps, at_once

# ---------------------------------------------------------------- places in turn


async def settle() -> None:
    """Let everybody come as far as they can."""
    for _ in range(5):
        await asyncio.sleep(0)


async def line_up(queue: FairQueue, names: str, work: Callable[[str], Awaitable[None]]) -> None:
    """Let these ask for a place, in this order, and work when they have one."""

    async def one(name: str) -> None:
        async with queue.place(name):
            await work(name)

    await asyncio.gather(*(one(name) for name in names))


def test_addresses_take_turns_however_much_each_one_asks_for() -> None:
    served: list[str] = []

    async def work(name: str) -> None:
        served.append(name)
        await asyncio.sleep(0)

    asyncio.run(line_up(FairQueue(), "aaaaaabbc", work))
    assert "".join(served) == "abacbaaaa"


def test_of_several_places_one_address_has_one_while_others_wait() -> None:
    running: list[str] = []
    most: list[str] = []

    async def work(name: str) -> None:
        running.append(name)
        most.append("".join(sorted(running)))
        for _ in range(3):
            await asyncio.sleep(0)
        running.remove(name)

    async def main() -> None:
        queue = FairQueue(places=2)
        async with queue.place("x"), queue.place("y"):
            crowd = asyncio.create_task(line_up(queue, "aaaabb", work))
            await settle()
        await crowd

    asyncio.run(main())
    assert "aa" not in most[:4]  # as long as a b waits
    assert "aa" in most[4:]


def test_a_free_place_goes_to_the_address_that_has_fewest() -> None:
    served: list[str] = []

    async def work(name: str) -> None:
        served.append(name)

    async def main() -> None:
        queue = FairQueue(places=4)
        async with AsyncExitStack() as held:
            async with queue.place("x"):
                for name in "aab":
                    await held.enter_async_context(queue.place(name))
                waiting = asyncio.create_task(line_up(queue, "ab", work))
                await settle()
            await settle()
        await waiting

    asyncio.run(main())
    assert served == ["b", "a"]  # although b was served last


def test_an_address_may_line_up_only_so_often_and_others_still_may() -> None:
    async def main() -> None:
        queue = FairQueue(of_one=2)
        async with queue.place("a"):
            waiting = asyncio.create_task(line_up(queue, "a", lambda _: asyncio.sleep(0)))
            await settle()
            with pytest.raises(HostError, match="busy"):
                await asyncio.wait_for(line_up(queue, "a", lambda _: asyncio.sleep(0)), PATIENCE)
            other = asyncio.create_task(line_up(queue, "b", lambda _: asyncio.sleep(0)))
            await settle()
            assert len(queue) == 2
        await asyncio.gather(waiting, other)
        assert len(queue) == 0

    asyncio.run(main())


def test_a_line_of_many_addresses_is_bounded_too() -> None:
    async def main() -> None:
        queue = FairQueue(waiting=2)
        async with queue.place("a"):
            waiting = asyncio.create_task(line_up(queue, "bc", lambda _: asyncio.sleep(0)))
            await settle()
            with pytest.raises(HostError, match="busy"):
                await asyncio.wait_for(line_up(queue, "d", lambda _: asyncio.sleep(0)), PATIENCE)
        await waiting

    asyncio.run(main())


def test_who_gives_up_while_waiting_keeps_no_place() -> None:
    async def main() -> None:
        queue = FairQueue()
        async with queue.place("a"):
            gone = asyncio.create_task(line_up(queue, "b", lambda _: asyncio.sleep(0)))
            await settle()
            gone.cancel()
            await asyncio.gather(gone, return_exceptions=True)
        again = asyncio.create_task(line_up(queue, "c", lambda _: asyncio.sleep(60)))
        await settle()
        granted = asyncio.create_task(line_up(queue, "d", lambda _: asyncio.sleep(0)))
        await settle()
        again.cancel()
        await asyncio.gather(again, return_exceptions=True)
        await granted

    asyncio.run(main())


# ---------------------------------------------------------------- tables that sleep


class Counting(MemoryStore):
    """Counts how often a log is read."""

    def __init__(self) -> None:
        super().__init__()
        self.loaded = 0

    async def load(self, code: str, after: int = 0) -> Log | None:
        self.loaded += 1
        return await super().load(code, after)


def test_a_table_that_sleeps_is_read_once_until_something_happens_at_it() -> None:
    async def work(house: Indoors) -> None:
        store = house.tables.store = Counting()
        live, opened = await house.open()
        await house.tables.let_go(opened.code)
        for _ in range(3):
            assert (await house.tables.look(opened.code))[1].names == ("Anna",)
        assert store.loaded == 1
        live = await house.tables.wake(opened.code)
        assert store.loaded == 1
        anna = await house.visit(live, opened.token)
        await anna.ask(type="rename", seat=0, name="Änne")
        await house.tables.let_go(opened.code)
        assert (await house.tables.look(opened.code))[1].names == ("Änne",)
        assert store.loaded == 2

    indoor(work)


def test_a_table_that_many_ask_for_at_once_is_read_once() -> None:
    async def work(house: Indoors) -> None:
        store = house.tables.store = Counting()
        _, opened = await house.open()
        await house.tables.let_go(opened.code)
        await asyncio.gather(*(house.tables.look(opened.code) for _ in range(8)))
        assert store.loaded == 1

    indoor(work)


def test_a_table_that_is_remembered_waits_in_no_line() -> None:
    async def work(house: Indoors) -> None:
        _, opened = await house.open()
        await house.tables.let_go(opened.code)
        await house.tables.look(opened.code)
        async with house.tables.reading.queue.place("somebody who reads for long"):
            looking = asyncio.create_task(house.tables.look(opened.code))
            await settle()
            assert looking.done()

    indoor(work)


def test_what_is_remembered_of_tables_that_sleep_is_bounded_in_events() -> None:
    asleep = StateCache(most=100)
    for number in range(10):
        asleep.remember(str(number), TableState(seq=30))
    assert [code for code in map(str, range(10)) if asleep.find(code, 30)] == ["7", "8", "9"]
    asleep.remember("long", TableState(seq=101))
    assert asleep.find("long", 101) is None
    asleep.remember("short", TableState(seq=1))
    assert asleep.find("short", 2) is None
    assert asleep.find("short", 1) is not None


# ---------------------------------------------------------------- newcomers


class Stranger:
    """Somebody who asks for a seat."""

    seat: int | None = None
    greeted = True
    number = 0

    def __init__(self, address: str) -> None:
        self.address = address

    def push(self, frame: bytes) -> None:
        pass

    def expel(self, code: int) -> None:
        pass


def knock(waiting: WaitingList, address: str, name: str = "Eve") -> str:
    return waiting.add(Stranger(address), Sit(new_key(), name))


def test_sockets_of_one_address_do_not_fill_the_list_of_newcomers() -> None:
    waiting = WaitingList(60)
    for _ in range(OF_ONE):
        knock(waiting, "192.0.2.1")
    for _ in range(20):
        with pytest.raises(HostError, match="too many"):
            knock(waiting, "192.0.2.1")
    assert knock(waiting, "192.0.2.2")
    assert len(waiting.guests()) == OF_ONE + 1


def test_who_was_refused_waits_before_knocking_again() -> None:
    now = 0.0
    waiting = WaitingList(60, lambda: now)
    guest = knock(waiting, "192.0.2.1")
    waiting.refuse(guest)
    waiting.forget(guest)
    with pytest.raises(HostError) as refused:
        knock(waiting, "192.0.2.1")
    assert refused.value.code == "not-admitted"
    assert knock(waiting, "192.0.2.2")
    now = 61.0
    assert knock(waiting, "192.0.2.1")


def test_one_refusal_keeps_nobody_else_of_the_household_out_and_two_keep_the_address_out() -> None:
    waiting = WaitingList(60, lambda: 0.0)
    for name, again in (("Eve", "Ève"), ("Bob", "B0b")):
        guest = knock(waiting, "192.0.2.1", name)
        waiting.refuse(guest)
        waiting.forget(guest)
        with pytest.raises(HostError, match="has declined"):
            knock(waiting, "192.0.2.1", again)
    with pytest.raises(HostError, match="has declined"):
        knock(waiting, "192.0.2.1", "Ann")
    assert knock(waiting, "192.0.2.2", "Eve")


def test_a_host_who_refuses_is_not_asked_again_at_once() -> None:
    async def work(house: Indoors) -> None:
        live, opened = await house.open(settings={"rules": {"players": 2}, "approval": True})
        anna, eve = await house.visit(live, opened.token), await house.visit(live)
        eve.address = "192.0.2.1"
        eve.receive(json.dumps({"type": "sit", "name": "Eve", "key": new_key()}))
        await live.settled()
        await anna.ask(type="admit", guest=anna.table["guests"][0]["guest"], on=False)
        again = await house.visit(live)
        again.address = "192.0.2.1"
        assert await again.refused(type="sit", name="Eve") == "not-admitted"
        assert anna.table["guests"] == []

    indoor(work)


# ---------------------------------------------------------------- seats before crowds


def test_a_player_who_comes_back_does_not_wait_for_spectators() -> None:
    limits = replace(OPEN, messages=Rate(1e-6, 5))

    async def work(house: Indoors) -> None:
        live, opened = await house.open()
        crowd = [Visitor(live, limits) for _ in range(8)]
        answers: list[Any] = [await one.ask(type="hello") for one in crowd]
        assert [answer["type"] for answer in answers] == ["welcome"] * 5 + ["refused"] * 3
        assert (await Visitor(live, limits).ask(type="hello", token="0" * 32))["type"] == "refused"
        assert (await Visitor(live, limits).ask(type="hello", token=opened.token))["type"] == "welcome"

    indoor(work, limits)


def test_people_with_a_seat_do_not_wait_for_a_crowd_of_their_own_address() -> None:
    async def work(house: Indoors) -> None:
        live, opened = await house.open()
        crowd, seated = Bucket(Rate(1e-6, 1)), Bucket(Rate(1e-6, 1))
        kinds = []
        for token in (None, None, opened.token, opened.token):
            visitor = Visitor(live)
            visitor._shared, visitor._seated = crowd, seated
            kinds.append((await visitor.ask(type="hello", token=token))["type"])
        assert kinds == ["welcome", "refused", "welcome", "refused"]

    indoor(work)


def test_only_so_many_thoughts_of_all_addresses_wait() -> None:
    def endless() -> Steps[None]:
        while True:
            yield

    async def main() -> None:
        thinker = Thinker(MemoryStore())
        thinking = [asyncio.create_task(thinker.think(endless(), f"10.0.0.{n}")) for n in range(WAITING)]
        await settle()
        with pytest.raises(HostError, match="busy"):
            await thinker.think(at_once(int), "10.9.9.9")
        for task in thinking:
            task.cancel()
        await asyncio.gather(*thinking, return_exceptions=True)
        assert await thinker.think(at_once(int), "10.9.9.9") == 0

    asyncio.run(main())
