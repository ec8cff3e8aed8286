"""Coming and going: who is away, who decides, who plays on for somebody."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tests.host.indoors import Indoors, Visitor, choose, eventually
from tests.host.rooms import news, run, run_leaping

from nonante.host.limits import Limits
from nonante.host.room import Room
from nonante.host.state import record_of


def test_several_sockets_share_a_seat() -> None:
    async def work(house: Indoors) -> None:
        room, opened = await house.open(deal=True)
        phone = await house.visit(room, opened.token)
        laptop = await house.visit(room, opened.token)
        await phone.ask(type="play", move=choose(phone.table["game"]), seq=room.seq)
        assert laptop.table == phone.table
        assert laptop.messages[-1]["key"] is None
        phone.close()
        await asyncio.sleep(0.1)
        assert not laptop.table["seats"][0]["away"]

    run(work)


def test_away_is_shown_and_so_is_coming_back() -> None:
    async def work(house: Indoors) -> None:
        room, visitors = await house.full(players=2)
        anna, bruno = visitors
        bruno.close()
        await eventually(lambda: anna.table["seats"][1]["away"])
        assert news(anna.messages[-1]) == ["away"]
        assert anna.table["seq"] == room.seq
        assert (await anna.ask(type="hand-over", seat=1, on=True))["type"] == "update"
        assert anna.table["seats"][1]["stand_in"]

    run(work)


def stand_in(room: Room, seat: int) -> str | None:
    there = room.table.seats[seat]
    assert there is not None
    return there.stand_in


def test_a_computer_player_moves_for_the_absent_until_they_return() -> None:
    async def work(house: Indoors) -> None:
        room, opened = await house.open(settings={"rules": {"players": 2}, "away": "bot"})
        anna = await house.visit(room, opened.token)
        bruno = await house.visit(room)
        token = (await bruno.ask(type="sit", name="Bruno"))["token"]
        await anna.ask(type="deal")
        await bruno.ask(type="start")
        bruno.close()
        await eventually(lambda: stand_in(room, 1))
        await eventually(lambda: room.table.require_game().active == 0)
        assert anna.table["seats"][1]["away"]
        back = await house.visit(room, token)
        assert stand_in(room, 1) is None
        assert not anna.table["seats"][1]["away"]
        assert back.table["seats"][1]["stand_in"] is None
        turn = room.table.require_game().turn
        while room.table.require_game().turn == turn:
            await anna.ask(type="play", move=choose(anna.table["game"]), seq=room.seq)
        await asyncio.sleep(0.1)
        assert room.table.require_game().active == 1  # nobody moves for Bruno now
        # Handed over by choice, it stays so until taken back.
        await back.ask(type="hand-over", seat=1, on=True)
        await eventually(lambda: room.table.require_game().active == 0)
        await back.ask(type="hand-over", seat=1, on=False)
        assert stand_in(room, 1) is None

    run(work)


def test_where_the_table_waits_nobody_stands_in() -> None:
    async def work(house: Indoors) -> None:
        room, (anna, bruno) = await house.started(players=2)
        bruno.close()
        await eventually(lambda: anna.table["seats"][1]["away"])
        await asyncio.sleep(0.2)
        assert stand_in(room, 1) is None

    run(work)


def test_another_person_is_host_while_the_host_is_long_away() -> None:
    async def work(house: Indoors, leap: Callable[[], None]) -> None:
        room, opened = await house.open(settings={"rules": {"players": 2}})
        anna = await house.visit(room, opened.token)
        bruno = await house.visit(room)
        await bruno.ask(type="sit", name="Bruno")
        anna.close()
        await eventually(lambda: bruno.table["seats"][0]["away"])
        assert await bruno.refused(type="pause", on=True) == "not-host"
        leap()
        await eventually(lambda: bruno.table["host"] == 1)
        assert (await bruno.ask(type="pause", on=True))["type"] == "update"
        again = await house.visit(room, opened.token)
        assert again.table["host"] == 0
        assert bruno.table["host"] == 0

    run_leaping(work)


def test_the_host_and_after_a_while_anybody_is_asked_what_to_do_about_somebody_away() -> None:
    async def work(house: Indoors, leap: Callable[[], None]) -> None:
        room, (anna, bruno, clara) = await house.started()
        assert anna.table["asks"] == []
        bruno.close()
        await eventually(lambda: anna.table["asks"] == [1])
        assert clara.table["asks"] == []
        assert await clara.refused(type="hand-over", seat=1, on=True) == "not-host"
        leap()
        await eventually(lambda: clara.table["asks"] == [1])
        assert await clara.refused(type="hand-over", seat=0, on=True) == "not-host"
        assert (await clara.ask(type="hand-over", seat=1, on=True))["type"] == "update"
        assert stand_in(room, 1)
        assert anna.table["asks"] == clara.table["asks"] == []

    run_leaping(work)


def test_nobody_is_asked_where_a_computer_player_stands_in_by_itself_or_nothing_is_dealt() -> None:
    async def work(house: Indoors) -> None:
        _, (anna, bruno) = await house.full(players=2)
        bruno.close()
        await eventually(lambda: anna.table["seats"][1]["away"])
        assert anna.table["asks"] == []
        _, (clara, david) = await house.started(players=2, settings={"away": "bot"})
        david.close()
        await eventually(lambda: clara.table["seats"][1]["away"])
        assert clara.table["asks"] == []

    run(work)


def test_after_a_game_the_host_calls_everybody_back_and_seats_change() -> None:
    async def work(house: Indoors) -> None:
        room, (anna, bruno) = await house.started(players=2)
        assert await anna.refused(type="gather") == "running"
        while room.table.running:
            one = (anna, bruno)[room.table.require_game().active]
            await one.ask(type="play", move=choose(one.table["game"]), seq=room.seq)
        assert not bruno.table["lobby"]
        assert await bruno.refused(type="gather") == "not-host"
        await anna.ask(type="gather")
        assert news(bruno.messages[-1]) == ["gathered"]
        assert bruno.table["lobby"]
        assert bruno.table["game"]["reveal"]  # the result can still be looked at, and the record kept
        assert record_of(room.table).names == ("Anna", "Bruno")
        await anna.ask(type="leave")  # for good: the next person is the host, and the seat is free
        assert (bruno.table["host"], bruno.table["seats"][0]) == (1, None)
        settings = {"rules": {"edition": "extreme", "players": 3}}
        await bruno.ask(type="configure", settings=settings)
        assert [seat and seat["name"] for seat in bruno.table["seats"]] == [None, "Bruno", None]
        assert await bruno.refused(type="deal") == "seats-empty"

    run(work)


def test_reactions_reach_everybody_and_are_limited_like_chat() -> None:
    async def work(house: Indoors) -> None:
        room, (anna, bruno) = await house.full(players=2)
        await anna.ask(type="emote", emote="laugh")
        assert bruno.table["chat"] == [{"seat": 0, "text": "", "emote": "laugh"}]
        assert (bruno.table["said"], bruno.table["may_emote"]) == (1, True)
        assert bruno.messages[-1]["news"][0]["text"] == "laugh"
        await anna.ask(type="deal")
        await anna.ask(type="start")
        assert (anna.table["may_emote"], bruno.table["may_emote"]) == (False, False)  # R51: the chat is off
        assert await bruno.refused(type="emote", emote="wow") == "emote-closed"
        assert await bruno.refused(type="emote", emote="43") == "emote"
        visitor = Visitor(room, Limits(strikes=10**9))
        await visitor.ask(type="hello")
        answers = [await visitor.refused(type="emote", emote="wow") for _ in range(8)]
        assert answers[0] == "not-seated"
        assert answers[-1] == "too-fast"

    run(work)


def test_an_opener_who_never_comes_is_away() -> None:
    async def work(house: Indoors, leap: Callable[[], None]) -> None:
        room, _ = await house.open(settings={"rules": {"players": 2}})
        watcher = await house.visit(room)
        assert not watcher.table["seats"][0]["away"]
        leap()
        await eventually(lambda: watcher.table["seats"][0]["away"])

    run_leaping(work)
