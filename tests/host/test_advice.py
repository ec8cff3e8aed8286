"""Hints that keep their plan, reasons for what computer players laid, and how fast they lay it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from tests.host.indoors import PATIENCE, QUICK, Data, Indoors, Visitor, choose, eventually, indoor, indoors
from tests.host.test_views import game_seen, played, seated

from nonante.host import levels
from nonante.host.computer_seats import PACES
from nonante.host.levels import compiling
from nonante.messages import PileStep, Since, TurnSum
from nonante.players import Explanation, turn_start
from nonante.rules import END, Game, Rules, View
from nonante.table import Signal


async def advice_for(visitor: Visitor, key: str) -> Data:
    visitor.receive(f'{{"type":"hint","key":"{key}"}}')
    while not any(message.get("key") == key for message in visitor.messages):
        await asyncio.sleep(0.01)
    return next(message for message in visitor.messages if message.get("key") == key)


async def play(visitor: Visitor, move: str) -> Data:
    answer = await visitor.ask(type="play", move=move, seq=visitor.table["seq"])
    assert answer["type"] == "update", answer
    return answer


# A turn of four cards, so that there is a middle to it.
POSITION: dict[str, Any] = {
    "piles": {"A": 40, "B": 50, "C": 60, "D": 52},
    "hands": [[30, 31, 32, 51, 99, 2, 98, 44]],
    "draw": list(range(70, 90)),
}


def position(**change: Any) -> dict[str, Any]:
    rules = Rules.edition("base", players=1)
    return Game.arrange(rules, **{**POSITION, **change}).to_data()


def test_a_hint_keeps_its_plan_while_the_turn_goes_that_way(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    advise = levels.advise

    def counted(view: View, signals: Sequence[Signal]) -> Explanation:
        asked.append(view)
        return advise(view, signals)

    monkeypatch.setattr(levels, "advise", counted)

    async def work(house: Indoors) -> None:
        live, opened = await house.open(settings={"rules": {"players": 1}}, position=position())
        anna = await house.visit(live, opened.token)
        first = await advice_for(anna, "first")
        assert (first["turn"], first["laid"]) == (1, 0)
        assert len(first["moves"]) >= 3
        for n, move in enumerate(first["moves"][:-1]):
            await play(anna, move)
            again = await advice_for(anna, f"again-{n}")
            assert {**again, "key": "first"} == first
        assert len(asked) == 1
        await anna.ask(type="undo", seq=anna.table["seq"])
        assert (await advice_for(anna, "undone"))["moves"] == first["moves"]
        assert len(asked) == 1

    indoor(work)


def test_a_hint_is_thought_of_anew_after_a_deviation_and_in_the_next_turn() -> None:
    async def work(house: Indoors) -> None:
        live, opened = await house.open(settings={"rules": {"players": 1}}, position=position())
        anna = await house.visit(live, opened.token)
        first = await advice_for(anna, "first")
        assert first["chances"]["before"] == first["chances"]["after"]
        await play(anna, "99A")
        other = await advice_for(anna, "other")
        assert other["laid"] == 1
        assert other["moves"] != first["moves"]
        assert other["chances"]["after"] < other["chances"]["before"] == pytest.approx(first["chances"]["before"])
        await anna.ask(type="undo", seq=anna.table["seq"])
        back = await advice_for(anna, "back")
        assert back["moves"] == first["moves"]
        for move in back["moves"]:
            await play(anna, move)
        assert (await advice_for(anna, "next"))["turn"] == 2

    indoor(work)


def test_a_hint_tells_what_it_costs_and_reasons_by_move() -> None:
    async def work(house: Indoors) -> None:
        live, opened = await house.open(settings={"rules": {"players": 1}}, position=position())
        advice = await advice_for(await house.visit(live, opened.token), "first")
        assert [f"{step['card']}{step['pile']}" for step in advice["steps"]] == advice["moves"][:-1]
        assert advice["cost"] == sum(step["jump"] for step in advice["steps"])
        assert any(step["retro"] for step in advice["steps"])
        places = [99 if reason["place"] is None else reason["place"] for reason in advice["reasons"]]
        assert places == sorted(places)

    indoor(work)


def test_no_chance_is_told_while_the_champion_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "is_set", lambda: True)

    async def work(house: Indoors) -> None:
        _, (anna,) = await house.started(players=1)
        assert (await advice_for(anna, "first"))["chances"] is None

    indoor(work)


def test_a_turn_taken_back_to_its_start() -> None:
    game = Game.deal(Rules.edition("extreme", players=3), seed=4)
    start = game.view(game.active)
    for move in start.legal_moves()[:1]:
        after = game.play(move).view(game.active)
        if after.turn == start.turn:
            assert turn_start(after) == start
    assert turn_start(start) == start


# ---------------------------------------------------------------- why


def test_why_a_computer_player_laid_its_cards_is_told_to_everybody_alike() -> None:
    async def work(house: Indoors) -> None:
        wanted = {"settings": {"rules": {"players": 3}}, "bots": ["steady"]}
        live, opened = await house.open(**wanted)
        anna = await house.visit(live, opened.token)
        bruno = await house.visit(live)
        await bruno.ask(type="sit", name="Bruno")
        await anna.ask(type="deal")
        await bruno.ask(type="start")
        bot = next(n for n, seat in enumerate(anna.table["seats"]) if seat["level"])
        people = {visitor.table["you"]: visitor for visitor in (anna, bruno)}
        while not any(turn["seat"] == bot and turn["moves"] for turn in anna.table["game"]["turns"]):
            game = anna.table["game"]
            mover = people.get(game["active"])
            if mover:
                await play(mover, choose(mover.table["game"]))
            await asyncio.sleep(0.01)
        await eventually(lambda: anna.table["game"]["active"] != bot)  # it has laid all its cards
        shown = next(turn for turn in anna.table["game"]["turns"] if turn["seat"] == bot)
        told = await anna.ask(type="why", turn=shown["turn"])
        assert told["type"] == "told"
        laid = {move["card"] for move in shown["moves"]}
        assert {reason["place"] for reason in told["reasons"]} >= set(range(len(laid)))
        assert {reason["details"]["card"] for reason in told["reasons"] if "card" in reason["details"]} <= laid
        assert (await bruno.ask(type="why", turn=shown["turn"]))["reasons"] == told["reasons"]
        assert await anna.refused(type="why", turn=99) == "no-such-turn"
        mine = next((turn["turn"] for turn in anna.table["game"]["turns"] if turn["seat"] != bot), None)
        if mine is not None:
            assert await anna.refused(type="why", turn=mine) == "person"

    indoor(work)


# ---------------------------------------------------------------- what the others did


def test_r33_what_others_did_since_my_last_turn_is_told_without_covered_cards() -> None:
    rules = Rules.edition("base", players=3)
    table = seated(rules)
    hands = [[21, 22, 79, 50, 51, 52], [23, 24, 25, 14, 27, 28], [33, 34, 35, 70, 37, 38]]
    start = Game.arrange(rules, {"A": 20, "C": 80}, hands, range(40, 50))
    table = table.apply(table.arrange(start))
    assert game_seen(table).since == Since([], [])
    table = played(table, "21A", "79C", END, "24A", "14A", END)
    assert game_seen(table).since == Since([TurnSum(1, 2, ["A"])], [PileStep("A", -7)])
    table = played(table, "33A", "70C")
    assert game_seen(table).since == Since([TurnSum(1, 2, ["A"])], [PileStep("A", -7)])
    both = [TurnSum(1, 2, ["A"]), TurnSum(2, 2, ["A", "C"])]
    assert game_seen(played(table, END)).since == Since(both, [PileStep("A", 12), PileStep("C", 9)])
    assert game_seen(table, 1).since == Since([], [])
    mine = [PileStep("A", -6), PileStep("C", 1)]
    assert game_seen(table, 2).since == Since([TurnSum(0, 2, ["A", "C"]), TurnSum(1, 2, ["A"])], mine)
    assert game_seen(table, None).since is None


def test_who_comes_back_is_told_the_turns_of_the_computer_player_who_stood_in() -> None:
    rules = Rules.edition("base", players=2)
    table = seated(rules)
    hands = [[21, 22, 79, 31, 32, 51, 52], [23, 24, 25, 26, 27, 28, 29]]
    table = table.apply(table.arrange(Game.arrange(rules, {"A": 20, "C": 80}, hands, range(40, 50))))
    table = played(table, "21A", "22A", END, "23A", "24A", END)
    table = table.apply(table.hand_over(0, "nearest"))
    table = played(table, "31A", "79C", END, "25B", "26B", END)
    table = table.apply(table.hand_over(0, None))
    turns = [TurnSum(1, 2, ["A"]), TurnSum(0, 2, ["A", "C"]), TurnSum(1, 2, ["B"])]
    assert game_seen(table, 0).since == Since(turns, [PileStep("A", 9), PileStep("B", 25), PileStep("C", 1)])
    assert game_seen(table, 1).since == Since([], [])
    assert game_seen(played(table, "32A", "51A", END), 0).since == Since([], [])


# ---------------------------------------------------------------- pace


@pytest.mark.parametrize("pace", PACES)
def test_the_host_sets_how_fast_computer_players_are(pace: str, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    sleep = asyncio.sleep

    async def noted(delay: float) -> None:
        waits.append(delay)
        await sleep(0)

    async def work(house: Indoors) -> None:
        live, opened = await house.open(settings={"rules": {"players": 3}}, bots=["novice"])
        anna, bruno = await house.visit(live, opened.token), await house.visit(live)
        await bruno.ask(type="sit", name="Bruno")
        assert await bruno.refused(type="pace", pace=pace) == "not-host"
        assert (await anna.ask(type="pace", pace=pace))["type"] == "done"
        monkeypatch.setattr("nonante.host.computer_seats.asyncio.sleep", noted)
        await anna.ask(type="deal")
        for visitor in (anna, bruno):
            await visitor.ask(type="wish", wish="rather-not")
        while anna.table["game"]["starter"] is None:
            await sleep(0.01)
        assert waits[0] == pytest.approx(10 * PACES[pace])  # type: ignore[index]

    async def main() -> None:
        async with indoors(behaviour=replace(QUICK, pace=10)) as house:
            await asyncio.wait_for(work(house), PATIENCE)

    asyncio.run(main())
