"""A table where the host is asked before somebody takes a seat."""

from __future__ import annotations

import json

from tests.host.indoors import Indoors, Visitor, eventually, indoor, new_key
from tests.server.test_processes import run

ASKING = {"rules": {"players": 2}, "approval": True}


async def asking(house: Indoors) -> tuple[Visitor, Visitor]:
    """Open a table where Anna is asked, and let Bruno ask."""
    live, opened = await house.open(settings=ASKING)
    anna, bruno = await house.visit(live, opened.token), await house.visit(live)
    knock(bruno)
    await eventually(lambda: bool(anna.table["guests"]))
    return anna, bruno


def knock(visitor: Visitor) -> None:
    visitor.receive(json.dumps({"type": "sit", "name": "Bruno", "key": new_key()}))


def test_the_host_says_yes() -> None:
    async def work(house: Indoors) -> None:
        anna, bruno = await asking(house)
        assert [guest["name"] for guest in anna.table["guests"]] == ["Bruno"]
        assert (bruno.table["you"], bruno.table["guests"], anna.table["seats"][1]) == (None, [], None)
        answer = await anna.ask(type="admit", guest=anna.table["guests"][0]["guest"], on=True)
        assert answer["type"] == "done"
        await eventually(lambda: bruno.table["you"] == 1)
        assert bruno.messages[-1]["type"] in ("welcome", "update")
        assert any(message.get("token") for message in bruno.messages)
        assert anna.table["guests"] == []

    indoor(work)


def test_the_host_says_no_and_who_goes_is_not_asked_for_any_more() -> None:
    async def work(house: Indoors) -> None:
        anna, bruno = await asking(house)
        guest = anna.table["guests"][0]["guest"]
        await anna.ask(type="admit", guest=guest, on=False)
        await eventually(lambda: bruno.messages[-2:] != [])
        codes = [message["refusal"]["code"] for message in bruno.messages if message["type"] == "refused"]
        assert codes == ["not-admitted"]
        assert await anna.refused(type="admit", guest=guest, on=True) == "guest"
        knock(bruno)
        await eventually(lambda: bool(anna.table["guests"]))
        bruno.close()
        await eventually(lambda: not anna.table["guests"])
        assert anna.table["seats"][1] is None

    indoor(work)


def test_only_the_host_says_so_and_a_crowd_of_knocks_is_bounded() -> None:
    async def work(house: Indoors) -> None:
        live, opened = await house.open(settings={"rules": {"players": 3}, "approval": True})
        anna = await house.visit(live, opened.token)
        crowd = [await house.visit(live) for _ in range(10)]
        for visitor in crowd:
            knock(visitor)
        await live.settled()
        assert len(anna.table["guests"]) == 8
        await anna.ask(type="admit", guest=anna.table["guests"][0]["guest"], on=True)
        await eventually(lambda: crowd[0].table["you"] == 1)
        assert crowd[0].table["guests"] == []
        assert await crowd[0].refused(type="admit", guest="x", on=True) == "not-host"

    indoor(work)


def test_the_host_is_asked_at_another_process() -> None:
    async def work(one: Indoors, two: Indoors) -> None:
        live, opened = await one.open(settings=ASKING)
        anna = await one.visit(live, opened.token)
        bruno = await two.visit(await two.tables.wake(opened.code))
        knock(bruno)
        await eventually(lambda: bool(anna.table["guests"]))
        await anna.ask(type="admit", guest=anna.table["guests"][0]["guest"], on=True)
        await eventually(lambda: bruno.table["you"] == 1)
        await eventually(lambda: bool(anna.table["seats"][1]) and not anna.table["guests"])

    run(work)
