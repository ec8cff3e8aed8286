"""What people may do to each other: whose table it is, and fairness.

Done to a real server over loopback; each test fails without its fix, and docs/reference/security.md names it.
"""

from __future__ import annotations

from dataclasses import replace

from tests.host.indoors import OPEN, Indoors, eventually, indoor

from nonante.host.access import tidy_code

# ---------------------------------------------------------------- 7: whose table it is


def test_a7_nobody_removes_the_owner_and_who_returns_decides_again() -> None:
    async def work(house: Indoors) -> None:
        live, opened = await house.open(settings={"rules": {"players": 2}})
        anna, bruno = await house.visit(live, opened.token), await house.visit(live)
        await bruno.ask(type="sit", name="Bruno")
        anna.close()
        await eventually(lambda: bool(bruno.table["host"] == 1))
        assert await bruno.refused(type="remove", seat=0) == "owner"
        assert await bruno.refused(type="rename", seat=0, name="Bruno's guest") == "owner"
        for change in ({"private": True}, {"approval": True}):
            settings = {"rules": {"players": 2}, **change}
            assert await bruno.refused(type="configure", settings=settings) == "owner"
        assert (await bruno.ask(type="configure", settings={"rules": {"players": 3}}))["type"] == "update"
        assert (await bruno.ask(type="add-bot", level="novice"))["type"] == "update"
        assert (await bruno.ask(type="rename", seat=2, name="Hal"))["type"] == "update"
        assert live.table.names == ("Anna", "Bruno", "Hal")
        back = await house.visit(live, opened.token)
        assert (back.table["you"], back.table["host"]) == (0, 0)
        assert await bruno.refused(type="pause", on=True) == "not-host"

    indoor(work)


def test_a7_ownership_survives_a_restart_and_follows_to_another_seat() -> None:
    async def work(house: Indoors) -> None:
        live, (anna, bruno, _) = await house.full(players=3)
        await anna.ask(type="leave")
        assert live.state.owner == 1
        dora = await house.visit(live)
        await dora.ask(type="sit", name="Dora")
        assert (dora.table["you"], dora.table["host"]) == (0, 1)  # a seat before the owner's decides nothing
        await dora.ask(type="leave")
        await bruno.ask(type="configure", settings={"rules": {"players": 2}})
        assert (bruno.table["you"], live.state.owner) == (0, 0)
        await house.tables.let_go(live.code)
        assert (await house.tables.wake(live.code)).state.owner == 0

    indoor(work)


def test_a7_codes_can_be_longer_where_strangers_come() -> None:
    async def work(house: Indoors) -> None:
        live, _ = await house.open()
        assert len(live.code) == 10
        assert await house.tables.wake(live.code.lower()) is live

    indoor(work, replace(OPEN, code_length=10))
    assert tidy_code("BCDFG") is None
    assert tidy_code("B" * 17) is None


def test_a7_strangers_do_not_read_what_was_said_before_they_came() -> None:
    async def work(house: Indoors) -> None:
        live, (anna, bruno, clara) = await house.full(players=3, settings={"chat": True})
        await anna.ask(type="say", text="between us")
        await clara.ask(type="leave")
        stranger = await house.visit(live)
        assert stranger.table["chat"] == []
        await stranger.ask(type="sit", name="Zoe")
        assert stranger.table["chat"] == []
        await bruno.ask(type="say", text="welcome")
        assert [line["text"] for line in stranger.table["chat"]] == ["welcome"]
        assert [line["text"] for line in anna.table["chat"]] == ["between us", "welcome"]
        await house.tables.let_go(live.code)  # and it stays so
        again = await house.tables.wake(live.code)
        assert again.state.heard[2] == 1

    indoor(work)


# ---------------------------------------------------------------- 8: fairness


def test_a8_where_hints_are_off_nobody_gets_the_turn_of_the_champion() -> None:
    async def work(house: Indoors) -> None:
        live, (anna, *_) = await house.started(players=3, settings={"hints": False})
        await anna.ask(type="hand-over", seat=0, on=True)
        seat = live.table.seats[0]
        assert seat is not None
        assert seat.stand_in == "steady"
        assert anna.messages[-1]["news"][0]["text"] == "steady"  # everybody is told who plays now

    indoor(work)


def test_a8_a_deal_that_somebody_may_know_is_marked_for_everybody_while_it_is_played() -> None:
    async def work(house: Indoors) -> None:
        live, opened = await house.open(settings={"rules": {"players": 2}}, bots=["steady"], deal=True, seed="7")
        assert (await house.visit(live, opened.token)).table["game"]["known"] == "seed"
        assert (await house.visit(live)).table["game"]["known"] == "seed"

    indoor(work)
