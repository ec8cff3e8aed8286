"""What a table keeps, and what it bears."""

from __future__ import annotations

import asyncio

import pytest
from tests.host.indoors import OPEN, Indoors, Visitor, choose, eventually, indoor, indoors
from tests.host.memory import MemoryStore

from nonante.host.errors import HostError
from nonante.host.limits import Limits, Rate
from nonante.host.state import TableState
from nonante.host.store import Entry
from nonante.table import Played, Said


def test_an_idle_table_leaves_the_memory_and_comes_back() -> None:
    async def main() -> None:
        limits = Limits(idle=0.0, messages=Rate(1e9, 10**9))
        async with indoors(limits=limits) as house:
            live, opened = await house.open(deal=True)
            visitor = await house.visit(live, opened.token)
            await house.tables.sweep()
            assert live.code in house.tables.live  # somebody is there
            visitor.close()
            await live.settled()
            await house.tables.sweep()
            assert live.code not in house.tables.live
            rooms = await asyncio.gather(*(house.tables.wake(live.code.lower()) for _ in range(5)))
            assert len(set(map(id, rooms))) == 1
            assert rooms[0].table == live.table
            assert rooms[0].seq == live.seq
            back = await house.visit(rooms[0], opened.token)
            assert back.table["game"]["hand"] == visitor.table["game"]["hand"]

    asyncio.run(main())


def test_keys_are_remembered_across_a_restart() -> None:
    async def main() -> None:
        store = MemoryStore()
        async with indoors(store) as house:
            live, opened = await house.open(deal=True)
            visitor = await house.visit(live, opened.token)
            move = choose(visitor.table["game"])
            await visitor.ask(type="play", move=move, seq=live.seq, key="kept")
            before = (live.table, live.seq, live.state.turn_seq)
        async with indoors(store) as house:
            live = await house.tables.wake(opened.code)
            assert (live.table, live.seq, live.state.turn_seq) == before
            visitor = await house.visit(live, opened.token)
            again = await visitor.ask(type="play", move=move, seq=live.seq, key="kept")
            assert again["type"] == "done"

    asyncio.run(main())


def test_somebody_else_wrote_first() -> None:
    async def work(house: Indoors) -> None:
        live, (anna, bruno) = await house.started(players=2, settings={"chat": True})
        await house.tables.store.append(live.code, live.seq, [Entry(Said(1, "from another process"))])
        move = {"type": "play", "move": choose(anna.table["game"]), "seq": live.seq}
        assert (await anna.ask(**move))["type"] == "update"  # the live follows the log, and tries again
        assert bruno.table["chat"] == [{"seat": 1, "text": "from another process", "emote": None}]
        kept = await house.tables.store.load(live.code)
        assert kept is not None
        assert len(kept.entries) == live.seq

    indoor(work)


def test_a_table_whose_events_do_not_fit_together(caplog: pytest.LogCaptureFixture) -> None:
    async def work(house: Indoors) -> None:
        await house.tables.store.append("BCDFGH", 0, [Entry(Played(0, "37A"))])
        with pytest.raises(HostError) as caught:
            await house.tables.wake("BCDFGH")
        assert caught.value.code == "damaged-table"

    indoor(work)
    assert "BCDFGH" in caplog.text


def test_one_question_at_a_time() -> None:
    async def work(house: Indoors) -> None:
        live, (anna,) = await house.started(players=1)
        anna.receive('{"type":"hint","key":"first"}')
        anna.receive('{"type":"hint","key":"second"}')
        await eventually(lambda: any(message.get("key") == "first" for message in anna.messages))
        answers = {message["key"]: message["type"] for message in anna.messages}
        assert (answers["first"], answers["second"]) == ("advice", "refused")
        assert live.table.running

    indoor(work)


def test_what_cannot_be_stored_has_no_effect() -> None:
    class Broken(MemoryStore):
        broken = False

        async def append(self, code, seq, entries) -> None:  # type: ignore[no-untyped-def]
            if self.broken:
                raise HostError("storage")
            await super().append(code, seq, entries)

    async def main() -> None:
        store = Broken()
        async with indoors(store) as house:
            live, (anna, bruno) = await house.started(players=2)
            before = live.table
            store.broken = True
            move = {"type": "play", "move": choose(anna.table["game"]), "seq": live.seq}
            assert await anna.refused(**move) == "storage"
            assert live.table is before
            count = len(bruno.frames)
            stranger = await house.visit(live)
            assert await stranger.refused(type="sit", name="Zoe") in ("table-full", "storage")
            assert len(bruno.frames) == count
            store.broken = False
            assert (await anna.ask(**move))["type"] == "update"

    asyncio.run(main())


def test_the_number_of_tables_is_limited() -> None:
    async def main() -> None:
        async with indoors(limits=Limits(tables=2)) as house:
            for _ in range(2):
                live, opened = await house.open()
                await house.visit(live, opened.token)
            with pytest.raises(HostError) as caught:
                await house.open()
            assert caught.value.code == "too-many-tables"

    asyncio.run(main())


def test_messages_and_chat_have_a_rate() -> None:
    async def main() -> None:
        async with indoors(limits=OPEN) as house:
            live, opened = await house.open(settings={"chat": True})
            visitor = Visitor(live, Limits(messages=Rate(0.001, 6), chat=Rate(0.001, 2)))
            await visitor.ask(type="hello", token=opened.token)
            kinds = [(await visitor.ask(type="say", text="hello"))["type"] for _ in range(3)]
            assert kinds == ["update", "update", "refused"]
            assert (await visitor.ask(type="ping"))["type"] == "pong"
            assert (await visitor.ask(type="ping"))["type"] == "pong"
            assert await visitor.refused(type="ping") == "too-fast"

    asyncio.run(main())


@pytest.mark.parametrize(
    "error", [ArithmeticError, AssertionError, AttributeError, KeyError, RecursionError, TypeError]
)
def test_whatever_goes_wrong_when_events_are_put_together_makes_a_damaged_table(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_: object) -> TableState:
        raise error("odd")

    async def work(house: Indoors) -> None:
        _, opened = await house.open()
        await house.tables.let_go(opened.code)
        monkeypatch.setattr(TableState, "of", broken)
        for ask in (house.tables.look, house.tables.wake):
            with pytest.raises(HostError, match="cannot be read any more") as caught:
                await ask(opened.code)
            assert caught.value.code == "damaged-table"

    indoor(work)
    assert [record.exc_info for record in caplog.records if record.exc_info] == []
    assert "odd" in caplog.text
