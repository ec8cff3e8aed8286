"""Sitting down at a table: opening it, seats, names, the settings."""

from __future__ import annotations

import pytest
from tests.host.indoors import Data, Indoors, Visitor, choose, indoor, news

from nonante.rules import NonanteError


def test_a_table_is_opened_with_bots_and_dealt_at_once() -> None:
    async def work(house: Indoors) -> None:
        settings = {"rules": {"edition": "extreme", "players": 3}}
        live, opened = await house.open(settings=settings, bots=["steady", "strong"], deal=True, seed="7")
        visitor = await house.visit(live, opened.token)
        table = visitor.table
        assert (table["you"], table["host"], table["deals"]) == (0, 0, 1)
        assert [seat["level"] for seat in table["seats"]] == [None, "steady", "strong"]
        assert len({seat["name"] for seat in table["seats"]}) == 3
        assert live.table.dealt is not None
        assert live.table.dealt.seed == 7

    indoor(work)


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"name": " "}, "name"),
        ({"settings": {"rules": {"edition": "nonsense"}}}, "edition"),
        ({"settings": {"rules": {"edition": ["base"]}}}, "edition"),
        ({"settings": {"colour": "red"}}, "event"),
        ({"settings": {"rules": {"players": 2}}, "deal": True}, "seats-empty"),
        ({"bots": ["steady"]}, "table-full"),
        ({"settings": {"rules": {"players": 2}}, "bots": ["genius"]}, "level"),
        ({"deal": True, "seed": "-1"}, "seed"),
        ({"deal": True, "seed": "99999999999999999999"}, "seed"),
        ({"position": {"rules": {}}}, "text"),
        ({"position": {"rules": {"edition": {}}, "piles": [1, 1, 100, 100]}}, "text"),
    ],
)
def test_a_table_that_cannot_be_opened(wanted: Data, code: str) -> None:
    async def work(house: Indoors) -> None:
        with pytest.raises(NonanteError) as caught:
            await house.open(**wanted)
        assert caught.value.code == code
        assert not house.tables.live

    indoor(work)


def test_a_prepared_position() -> None:
    async def work(house: Indoors) -> None:
        position = {
            "rules": {"edition": "base", "players": 1},
            "piles": [47, 1, 65, 100],
            "hands": [[37, 50]],
            "draw": [12],
            "active": 0,
            "turn": 1,
            "last_turn": None,
            "moves": [],
        }
        live, opened = await house.open(position=position)
        visitor = await house.visit(live, opened.token)
        assert [pile["top"] for pile in visitor.table["game"]["piles"]] == [47, 1, 65, 100]
        await visitor.ask(type="play", move="37A", seq=live.seq)
        assert [move["card"] for move in visitor.table["game"]["turns"][-1]["moves"]] == [37]
        await visitor.ask(type="play", move="50A", seq=live.seq)
        await visitor.ask(type="play", move="12B", seq=live.seq)
        assert visitor.table["game"]["status"] == "won"
        await visitor.ask(type="deal", same=True)
        assert visitor.table["game"]["piles"][0]["top"] == 47

    indoor(work)


def test_sitting_gives_a_secret_once() -> None:
    async def work(house: Indoors) -> None:
        live, opened = await house.open(settings={"rules": {"players": 3}})
        anna = await house.visit(live, opened.token)
        bruno = await house.visit(live)
        assert bruno.table["you"] is None
        answer = await bruno.ask(type="sit", name="  Bruno\n ", seat=2)
        assert (answer["type"], answer["table"]["you"], len(answer["token"])) == ("welcome", 2, 32)
        assert news(anna.messages[-1]) == ["seated"]
        assert answer["token"] not in str(anna.messages)
        assert anna.table["seats"][2]["name"] == "Bruno"
        assert await bruno.refused(type="sit", name="Bruno again") == "seated"
        clara = await house.visit(live)
        assert await clara.refused(type="sit", name="bruno") == "name-taken"
        assert await clara.refused(type="sit", name="Clara", seat=2) == "seat-taken"
        assert await clara.refused(type="sit", name="Clara", seat=7) == "seat-empty"
        back = await house.visit(live, answer["token"])
        assert back.table["you"] == 2
        assert back.messages[0]["token"] is None

    indoor(work)


def test_a_lost_answer_loses_no_seat() -> None:
    async def work(house: Indoors) -> None:
        live, _ = await house.open(settings={"rules": {"players": 3}})
        first = await house.visit(live)
        answer = await first.ask(type="sit", name="Bruno", key="a long and random key")
        first.close()
        second = await house.visit(live)
        again = await second.ask(type="sit", name="Bruno", key="a long and random key")
        assert (again["token"], again["table"]["you"]) == (answer["token"], answer["table"]["you"])
        third = await house.visit(live)
        await third.ask(type="sit", name="Clara", key="short")
        fourth = await house.visit(live)
        assert await fourth.refused(type="sit", name="Clara", key="short") == "table-full"

    indoor(work)


def test_hello_comes_first_and_forged_secrets_are_refused() -> None:
    async def work(house: Indoors) -> None:
        live, (anna, *_) = await house.started()
        stranger = Visitor(live)
        assert await stranger.refused(type="start") == "hello-first"
        assert await stranger.refused(type="sit", name="Zoe") == "hello-first"
        for token in ("", "0" * 32, "\x00", "é" * 50):
            assert await stranger.refused(type="hello", token=token) == "token"
        assert all(message["type"] == "refused" for message in stranger.messages)
        assert (await stranger.ask(type="ping"))["type"] == "pong"
        await stranger.ask(type="hello")
        move = {"type": "play", "move": choose(anna.table["game"]), "seq": live.seq}
        assert await stranger.refused(**move) == "not-seated"
        assert await stranger.refused(type="hint") == "not-seated"

    indoor(work)
