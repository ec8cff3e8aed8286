"""Slow games: nobody is hurried, and the log says whom the table waits for."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from tests.host.indoors import Indoors, Visitor, choose, eventually, indoor, indoors
from tests.host.memory import MemoryStore

from nonante.host.store import Entry, Waiting
from nonante.rules import NonanteError
from nonante.table import Settings, Slow, Table

SLOW = {"slow": {"remind": 24, "stand_in": 72}}


def test_old_settings_are_read_and_written_as_before() -> None:
    assert Settings.from_data({}).slow is None
    assert "slow" not in Settings().to_data()
    assert Settings.from_data({"slow": {"remind": 12}}).slow == Slow(12, None)
    settings = Settings(slow=Slow(1, 720))
    assert Settings.from_data(settings.to_data()) == settings


@pytest.mark.parametrize("slow", [{"remind": 0}, {"remind": 721}, {"stand_in": True}, {"remind": 1.5}, {"x": 1}, [], 5])
def test_odd_hours_are_refused(slow: object) -> None:
    with pytest.raises(NonanteError) as refused:
        Settings.from_data({"slow": slow})
    assert refused.value.code == "option"


def test_nobody_is_asked_about_a_seat_that_is_empty_for_a_while_and_the_owner_stays_host() -> None:
    async def work(house: Indoors) -> None:
        live, (anna, bruno) = await house.started(2, settings={**SLOW, "away": "bot"})
        anna.close()
        await eventually(lambda: bruno.table["seats"][0]["away"])
        await asyncio.sleep(1.2)  # longer than the host's office and the stand-in take elsewhere
        await live.settled()
        assert bruno.table["asks"] == []
        assert bruno.table["seats"][0]["stand_in"] is None
        assert bruno.table["host"] == 0
        assert await bruno.refused(type="hand-over", seat=0, on=True) == "not-host"

    indoor(work)


class Remembering(MemoryStore):
    """Keeps whom tables wait for."""

    def __init__(self) -> None:
        super().__init__()
        self.waits: list[tuple[int, Waiting]] = []

    async def append(self, code: str, seq: int, entries: Sequence[Entry]) -> None:
        await super().append(code, seq, entries)
        self.waits += [(seq + n, one.waiting) for n, one in enumerate(entries, 1) if one.waiting is not None]


async def play_turn(person: Visitor) -> None:
    turn = person.table["game"]["turn"]
    while person.table["game"]["turn"] == turn and person.table["game"]["status"] == "playing":
        await person.ask(type="play", move=choose(person.table["game"]), seq=person.table["seq"])


def test_the_store_learns_whom_a_slow_game_waits_for() -> None:
    async def main() -> None:
        store = Remembering()
        async with indoors(store) as house:
            _, (anna, _) = await house.full(2, settings=SLOW)
            await anna.ask(type="deal")
            await anna.ask(type="start")
            await play_turn(anna)
            seqs, waits = zip(*store.waits, strict=True)
            assert [wait.seats for wait in waits] == [(0, 1), (0,), (1,)]
            assert waits[-1].slow == Slow(24, 72)
            assert waits[-1].here == {0, 1}
            assert seqs[-1] == anna.table["seq"]
            await anna.ask(type="pause", on=True)
            assert store.waits[-1][1] == Waiting()
            await anna.ask(type="pause", on=False)
            assert store.waits[-1][1].seats == (1,)
            await anna.ask(type="gather")
            assert store.waits[-1][1] == Waiting()

    asyncio.run(main())


def test_other_games_tell_the_store_nothing() -> None:
    async def main() -> None:
        store = Remembering()
        async with indoors(store) as house:
            _, (anna, _) = await house.started(2)
            await play_turn(anna)
        assert store.waits == []

    asyncio.run(main())


def test_a_computer_player_stands_in_after_days_and_gives_the_seat_back_to_whoever_returns() -> None:
    async def work(house: Indoors) -> None:
        live, (anna, bruno) = await house.started(2, settings=SLOW)
        await play_turn(anna)
        seq = live.state.waiting_seq
        assert not await live.let_stand_in(1, seq)  # still here
        bruno.close()
        await live.settled()
        assert await live.let_stand_in(1, seq - 1)  # of a turn that is over: nothing happens
        assert [there and there.stand_in for there in live.table.seats] == [None, None]
        anna.close()
        assert await live.let_stand_in(1, seq)
        await eventually(lambda: live.table.game and live.table.game.active == 0)  # it plays with nobody looking
        token = next(message["token"] for message in bruno.messages if message.get("token"))
        back = await house.visit(live, token)
        await eventually(lambda: back.table["seats"][1]["stand_in"] is None)
        assert live.table == Table.fold((await house.tables.log(live.code)).events)

    indoor(work)
