"""Coming and going: who is away, who decides, who plays on for somebody."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tests.host.indoors import Indoors, Visitor, choose, eventually, indoor, news, run_leaping

from nonante.host.limits import Limits
from nonante.host.live_table import LiveTable
from nonante.host.state import record_of


def test_several_sockets_share_a_seat() -> None:
    async def work(house: Indoors) -> None:
        live, opened = await house.open(deal=True)
        phone = await house.visit(live, opened.token)
        laptop = await house.visit(live, opened.token)
        await phone.ask(type="play", move=choose(phone.table["game"]), seq=live.seq)
        assert laptop.table == phone.table
        assert laptop.messages[-1]["key"] is None
        phone.close()
        await asyncio.sleep(0.1)
        assert not laptop.table["seats"][0]["away"]

    indoor(work)


def test_away_is_shown_and_so_is_coming_back() -> None:
    async def work(house: Indoors) -> None:
        live, visitors = await house.full(players=2)
        anna, bruno = visitors
        bruno.close()
        await eventually(lambda: anna.table["seats"][1]["away"])
        assert news(anna.messages[-1]) == ["away"]
        assert anna.table["seq"] == live.seq
        assert (await anna.ask(type="hand-over", seat=1, on=True))["type"] == "update"
        assert anna.table["seats"][1]["stand_in"]

    indoor(work)


def stand_in(live: LiveTable, seat: int) -> str | None:
    there = live.table.seats[seat]
    assert there is not None
    return there.stand_in


def test_a_computer_player_moves_for_the_absent_until_they_return() -> None:
    async def work(house: Indoors) -> None:
        live, opened = await house.open(settings={"rules": {"players": 2}, "away": "bot"})
        anna = await house.visit(live, opened.token)
        bruno = await house.visit(live)
        token = (await bruno.ask(type="sit", name="Bruno"))["token"]
        await anna.ask(type="deal")
        await bruno.ask(type="start")
        bruno.close()
        await eventually(lambda: stand_in(live, 1))
        await eventually(lambda: live.table.require_game().active == 0)
        assert anna.table["seats"][1]["away"]
        back = await house.visit(live, token)
        assert stand_in(live, 1) is None
        assert not anna.table["seats"][1]["away"]
        assert back.table["seats"][1]["stand_in"] is None
        turn = live.table.require_game().turn
        while live.table.require_game().turn == turn:
            await anna.ask(type="play", move=choose(anna.table["game"]), seq=live.seq)
        await asyncio.sleep(0.1)
        assert live.table.require_game().active == 1  # nobody moves for Bruno now
        # Handed over by choice, it stays so until taken back.
        await back.ask(type="hand-over", seat=1, on=True)
        await eventually(lambda: live.table.require_game().active == 0)
        await back.ask(type="hand-over", seat=1, on=False)
        assert stand_in(live, 1) is None

    indoor(work)


def test_where_the_table_waits_nobody_stands_in() -> None:
    async def work(house: Indoors) -> None:
        live, (anna, bruno) = await house.started(players=2)
        bruno.close()
        await eventually(lambda: anna.table["seats"][1]["away"])
        await asyncio.sleep(0.2)
        assert stand_in(live, 1) is None

    indoor(work)


def test_another_person_is_host_while_the_host_is_long_away() -> None:
    async def work(house: Indoors, leap: Callable[[], None]) -> None:
        live, opened = await house.open(settings={"rules": {"players": 2}})
        anna = await house.visit(live, opened.token)
        bruno = await house.visit(live)
        await bruno.ask(type="sit", name="Bruno")
        anna.close()
        await eventually(lambda: bruno.table["seats"][0]["away"])
        assert await bruno.refused(type="pause", on=True) == "not-host"
        leap()
        await eventually(lambda: bruno.table["host"] == 1)
        assert (await bruno.ask(type="pause", on=True))["type"] == "update"
        again = await house.visit(live, opened.token)
        assert again.table["host"] == 0
        assert bruno.table["host"] == 0

    run_leaping(work)


def test_the_host_and_after_a_while_anybody_is_asked_what_to_do_about_somebody_away() -> None:
    async def work(house: Indoors, leap: Callable[[], None]) -> None:
        live, (anna, bruno, clara) = await house.started()
        assert anna.table["asks"] == []
        bruno.close()
        await eventually(lambda: anna.table["asks"] == [1])
        assert clara.table["asks"] == []
        assert await clara.refused(type="hand-over", seat=1, on=True) == "not-host"
        leap()
        await eventually(lambda: clara.table["asks"] == [1])
        assert await clara.refused(type="hand-over", seat=0, on=True) == "not-host"
        assert (await clara.ask(type="hand-over", seat=1, on=True))["type"] == "update"
        assert stand_in(live, 1)
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

    indoor(work)


def test_after_a_game_the_host_calls_everybody_back_and_seats_change() -> None:
    async def work(house: Indoors) -> None:
        live, (anna, bruno) = await house.started(players=2)
        while live.table.running:
            one = (anna, bruno)[live.table.require_game().active]
            await one.ask(type="play", move=choose(one.table["game"]), seq=live.seq)
        assert not bruno.table["lobby"]
        assert await bruno.refused(type="gather") == "not-host"
        await anna.ask(type="gather")
        assert news(bruno.messages[-1]) == ["gathered"]
        assert bruno.table["lobby"]
        assert bruno.table["game"]["reveal"]  # the result can still be looked at, and the record kept
        assert record_of(live.table).names == ("Anna", "Bruno")
        await anna.ask(type="leave")  # for good: the next person is the host, and the seat is free
        assert (bruno.table["host"], bruno.table["seats"][0]) == (1, None)
        settings = {"rules": {"edition": "extreme", "players": 3}}
        await bruno.ask(type="configure", settings=settings)
        assert [seat and seat["name"] for seat in bruno.table["seats"]] == [None, "Bruno", None]
        assert await bruno.refused(type="deal") == "seats-empty"

    indoor(work)


def test_reactions_reach_everybody_and_are_limited_like_chat() -> None:
    async def work(house: Indoors) -> None:
        live, (anna, bruno) = await house.full(players=2)
        await anna.ask(type="emote", emote="laugh")
        assert bruno.table["chat"] == [{"seat": 0, "text": "", "emote": "laugh"}]
        assert (bruno.table["said"], bruno.table["may_emote"]) == (1, True)
        assert bruno.messages[-1]["news"][0]["text"] == "laugh"
        await anna.ask(type="deal")
        await anna.ask(type="start")
        assert (anna.table["may_emote"], bruno.table["may_emote"]) == (False, False)  # R51: the chat is off
        assert await bruno.refused(type="emote", emote="wow") == "emote-closed"
        assert await bruno.refused(type="emote", emote="43") == "emote"
        visitor = Visitor(live, Limits(strikes=10**9))
        await visitor.ask(type="hello")
        answers = [await visitor.refused(type="emote", emote="wow") for _ in range(8)]
        assert answers[0] == "not-seated"
        assert answers[-1] == "too-fast"

    indoor(work)


def test_an_opener_who_never_comes_is_away() -> None:
    async def work(house: Indoors, leap: Callable[[], None]) -> None:
        live, _ = await house.open(settings={"rules": {"players": 2}})
        watcher = await house.visit(live)
        assert not watcher.table["seats"][0]["away"]
        leap()
        await eventually(lambda: watcher.table["seats"][0]["away"])

    run_leaping(work)


async def over(house: Indoors) -> tuple[LiveTable, list[Visitor]]:
    """Play a game of two to its end."""
    live, visitors = await house.started(players=2)
    while live.table.running:
        for visitor in visitors:
            game = visitor.table["game"]
            if live.table.running and game["active"] == visitor.table["you"]:
                await visitor.ask(type="play", move=choose(game), seq=live.seq)
    return live, visitors


def test_a_guests_wish_for_another_game_is_seen_by_all_and_the_host_deals() -> None:
    async def work(house: Indoors, _: Callable[[], None]) -> None:
        live, (anna, bruno) = await over(house)
        spectator = await house.visit(live)
        assert (anna.table["may_deal"], bruno.table["may_deal"], spectator.table["may_deal"]) == (True, False, False)
        assert (await bruno.ask(type="wish", wish="again"))["type"] == "update"
        for visitor in (anna, bruno, spectator):
            assert visitor.table["again"] == [1]
        assert (await bruno.ask(type="deal"))["refusal"]["code"] == "not-host"
        await anna.ask(type="deal")
        assert bruno.table["again"] == []
        assert live.table.deals == 2

    run_leaping(work)


def test_after_a_while_anybody_deals_what_was_wished_for_and_nothing_else() -> None:
    async def work(house: Indoors, leap: Callable[[], None]) -> None:
        live, (_, bruno) = await over(house)
        await bruno.ask(type="wish", wish="again")
        leap()
        await eventually(lambda: bruno.table["may_deal"])
        for forbidden in ({"same": True}, {"day": "2026-11-15"}):
            assert (await bruno.ask(type="deal", **forbidden))["refusal"]["code"] == "not-host"
        assert (await bruno.ask(type="deal"))["type"] == "update"
        assert live.table.deals == 2
        assert not bruno.table["may_deal"]

    run_leaping(work)


def test_the_host_drops_a_running_game_and_deals_another() -> None:
    async def work(house: Indoors) -> None:
        live, (anna, bruno) = await house.started(players=2)
        assert await bruno.refused(type="gather") == "not-host"
        await anna.ask(type="gather")
        assert (bruno.table["lobby"], bruno.table["game"]) == (True, None)
        assert live.table.deals == 1
        await anna.ask(type="deal")
        assert (bruno.table["deals"], bruno.table["game"]["status"]) == (2, "playing")

    indoor(work)


def test_who_leaves_a_running_game_for_good_makes_room_for_a_computer_player() -> None:
    async def work(house: Indoors) -> None:
        live, (anna, bruno) = await house.started(players=2)
        await anna.ask(type="leave")
        assert bruno.table["seats"][0]["level"] is not None
        assert (bruno.table["host"], bruno.table["game"]["status"]) == (1, "playing")
        assert live.state.digests[0] is None
        assert anna.table["you"] is None
        assert await bruno.refused(type="leave") == "running"

    indoor(work)


def test_two_seats_change_places_and_everybody_keeps_what_is_theirs() -> None:
    async def work(house: Indoors) -> None:
        live, (anna, bruno, clara) = await house.full(players=3, settings={"chat": True})
        await clara.ask(type="leave")
        await bruno.ask(type="say", text="hello")
        assert await bruno.refused(type="swap", seat=0, other=1) == "not-host"
        await anna.ask(type="swap", seat=0, other=1)
        assert [seat and seat["name"] for seat in anna.table["seats"]] == ["Bruno", "Anna", None]
        assert (anna.table["you"], anna.table["host"], bruno.table["you"]) == (1, 1, 0)
        assert anna.table["chat"][0]["seat"] == 0
        await anna.ask(type="swap", seat=1, other=2)
        assert (anna.table["you"], anna.table["host"], bruno.table["you"]) == (2, 2, 0)
        assert [digest is not None for digest in live.state.digests] == [True, False, True]

    indoor(work)
