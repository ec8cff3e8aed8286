"""Computer players at a table: they act when it is their turn, at a human pace."""

from __future__ import annotations

import asyncio
from typing import cast

import pytest
from tests.host.indoors import Indoors, choose, eventually, indoor

from nonante.host import levels
from nonante.players import Player, player
from nonante.rules import Game, Rules, View
from nonante.table import Signal


async def the_computer_starts_and_lays(house: Indoors) -> None:
    """Let a computer player start and make its whole turn."""
    settings = {"rules": {"edition": "base", "players": 2}}
    live, opened = await house.open(settings=settings, bots=["novice"], deal=True)
    anna = await house.visit(live, opened.token)
    await anna.ask(type="wish", wish="rather-not")
    await eventually(lambda: live.table.require_game().active == 0 and live.table.starter == 1)


@pytest.mark.parametrize("edition", ["base", "extreme", "on-fire", "expert+extreme"])
def test_a_whole_game_with_computer_players(edition: str) -> None:
    async def work(house: Indoors) -> None:
        settings = {"rules": {"edition": edition, "players": 4}}
        live, opened = await house.open(settings=settings, bots=["novice", "steady", "steady"], deal=True)
        anna = await house.visit(live, opened.token)
        await anna.ask(type="wish", wish="rather-not")
        await eventually(lambda: live.table.starter is not None)
        while live.table.running:
            if live.table.require_game().active == 0:
                await anna.ask(type="play", move=choose(anna.table["game"]), seq=live.seq)
            else:
                await asyncio.sleep(0.005)
        await live.settled()
        assert anna.table["game"]["status"] in ("won", "lost")

    indoor(work)


def test_computer_players_wait_while_nobody_is_there_or_the_table_is_paused() -> None:
    async def work(house: Indoors) -> None:
        settings = {"rules": {"edition": "base", "players": 2}}
        live, opened = await house.open(settings=settings, bots=["novice"], deal=True)
        anna = await house.visit(live, opened.token)
        await anna.ask(type="pause", on=True)
        await anna.ask(type="wish", wish="rather-not")
        await asyncio.sleep(0.1)
        assert live.table.starter is None
        anna.close()
        await live.settled()
        seq = live.seq
        await asyncio.sleep(0.1)
        assert live.seq == seq
        back = await house.visit(live, opened.token)
        await back.ask(type="pause", on=False)
        await eventually(lambda: live.table.starter == 1)

    indoor(work)


def test_a_computer_player_that_fails_does_not_stop_the_table(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken:
        def plan(self, *_: object) -> list[str]:
            raise ZeroDivisionError

        speak = wish = plan

    monkeypatch.setattr(levels, "player", lambda _: Broken())
    indoor(the_computer_starts_and_lays)
    assert "computer player" in caplog.text


@pytest.mark.parametrize("planned", [[], ["99E"], ["end", "2A"], None])
def test_there_is_one_move_for_players_that_fail(planned: list[str] | None, caplog: pytest.LogCaptureFixture) -> None:
    """Whatever goes wrong, the turn ends where it may; where it may not, a card is laid."""

    class Broken:
        def plan(self, *_: object) -> list[str]:
            if planned is None:
                raise ZeroDivisionError
            return planned

    who = cast(Player, Broken())
    game = Game.arrange(Rules.edition("base", players=1), {"A": 40}, [[41, 42, 50]], range(60, 70))
    assert levels.plan(who, game.view(0), ()) == game.legal_moves()[-1:] == ["50D"]
    assert "computer player Broken" in caplog.text
    caplog.clear()
    later = game.play("41A").play("42A")
    assert levels.plan(who, later.view(0), ()) == (planned if planned and planned[0] == "end" else ["end"])
    assert bool(caplog.text) == (planned is None or planned[:1] != ["end"])


def test_every_seat_keeps_its_own_player_for_the_whole_game(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Remembering] = []

    class Remembering:
        def __init__(self) -> None:
            self.seats = set[int | None]()
            self.turns = 0
            made.append(self)

        def plan(self, view: View, signals: object = ()) -> list[str]:  # noqa: ARG002 - of the protocol
            self.seats.add(view.seat)
            self.turns += 1
            return [view.legal_moves()[0]]

        def speak(self, view: View, signals: object = ()) -> list[Signal]:  # noqa: ARG002 - of the protocol
            self.seats.add(view.seat)
            return []

        def wish(self, view: View) -> None:
            self.seats.add(view.seat)

    async def work(house: Indoors) -> None:
        settings = {"rules": {"edition": "base", "players": 3}}
        live, opened = await house.open(settings=settings, bots=["novice", "novice"], deal=True)
        anna = await house.visit(live, opened.token)
        await anna.ask(type="wish", wish="rather-not")
        await eventually(lambda: live.table.require_game().active == 0 and live.table.starter is not None)

    monkeypatch.setattr(levels, "player", lambda _: Remembering())
    indoor(work)
    assert sorted(tuple(one.seats) for one in made) == [(1,), (2,)]
    assert sum(one.turns for one in made) >= 2


def test_a_player_that_cannot_be_made_has_a_stand_in(caplog: pytest.LogCaptureFixture) -> None:
    view = Game.deal(Rules.edition("base", players=1), seed=1).view(0)
    assert levels.seated("nobody", among_champions=True).plan(view)
    assert "computer player nobody could not be made" in caplog.text


@pytest.mark.parametrize(
    ("bots", "away", "expected"),
    [
        (["champion", "steady"], False, {"Companion", "Steady"}),  # beside a person, and beside another level
        (["champion", "champion"], False, {"Companion"}),
        (["champion", "champion"], True, {"Champion"}),  # the person handed the seat over: only champions play
    ],
)
def test_a_champion_knows_whether_only_champions_play(
    bots: list[str], away: bool, expected: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: set[str] = set()

    def plan(who: Player, view: View, signals: object) -> list[str]:  # noqa: ARG001 - the players' signature
        asked.add(type(who).__name__)
        return view.legal_moves()[-1:]

    async def work(house: Indoors) -> None:
        settings = {"rules": {"edition": "base", "players": 3}}
        live, opened = await house.open(settings=settings, bots=bots, deal=True)
        anna = await house.visit(live, opened.token)
        if away:
            await anna.ask(type="hand-over", seat=0, on=True)
        await anna.ask(type="wish", wish="rather-not")
        await eventually(lambda: live.table.starter is not None)
        while len(asked) < len(expected):
            if live.table.require_game().active == 0 and not away:
                await anna.ask(type="play", move=choose(anna.table["game"]), seq=live.seq)
            else:
                await asyncio.sleep(0.005)

    monkeypatch.setattr(levels, "plan", plan)
    indoor(work)
    assert asked == expected


def test_a_plan_that_the_table_refuses_is_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    plans = [["99E"], [], ["end"]]

    def plan(level: str, view: View, signals: object) -> list[str]:  # noqa: ARG001 - the players' signature
        return plans.pop(0) if plans else player("novice").plan(view)

    monkeypatch.setattr(levels, "plan", plan)
    indoor(the_computer_starts_and_lays)
    assert not plans


def test_hints_use_the_seat_and_may_be_switched_off() -> None:
    async def work(house: Indoors) -> None:
        live, (anna, bruno) = await house.started(players=2)
        key = "the question"
        anna.receive('{"type":"hint","key":"the question"}')
        await eventually(lambda: any(message.get("key") == key for message in anna.messages))
        advice = anna.messages[-1]
        assert advice["type"] == "advice"
        assert advice["moves"]
        assert advice["reasons"]
        held = {card["card"] for card in anna.table["game"]["hand"]}
        assert {int(move[:-1]) for move in advice["moves"] if move != "end"} <= held
        assert await bruno.refused(type="hint") == "not-active"
        assert not any(message["type"] == "advice" for message in bruno.messages)
        await anna.ask(type="pause", on=True)
        assert await anna.refused(type="hint") == "paused"
        await anna.ask(type="pause", on=False)
        assert live.table.running

    async def off(house: Indoors) -> None:
        _, (anna,) = await house.started(players=1, settings={"hints": False})
        assert await anna.refused(type="hint") == "hints-off"

    indoor(work)
    indoor(off)
