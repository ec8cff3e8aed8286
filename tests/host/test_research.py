"""Games for research: off by default, exported only if everybody agrees, without names, and withdrawn at any time."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest
from tests.host.indoors import QUICK, Indoors, indoor, indoors

from nonante.host import TableBehaviour
from nonante.host.research import research_games
from nonante.host.store import Row
from nonante.rules import Rules
from nonante.table import Disclosed, Event, HandedOver, Left, Seated, Settings, Table, event_to_data

RULES = Rules.edition("base", players=2)


class Evening:
    """The log of a table where Anna and Bruno play."""

    def __init__(self, *names: str) -> None:
        self.table, self.events = Table(), list[Event]()
        self.add(self.table.configure(Settings(RULES)))
        for name in names or ("Anna", "Bruno"):
            self.add(self.table.sit(name, level="novice" if name == "Ada" else None))

    def add(self, *events: Event) -> Evening:
        for event in events:
            self.table = self.table.apply(event)
            self.events.append(event)
        return self

    def agree(self, *seats: int, on: bool = True) -> Evening:
        return self.add(*(self.table.consent(seat, on) for seat in seats))

    def deal(self, seed: int = 7, known: str | None = None) -> Evening:
        return self.add(self.table.deal(seed, known)).add(self.table.start(0))

    def play(self) -> Evening:
        """Lay the first card that fits until the game is over."""
        while self.table.running:
            game = self.table.require_game()
            self.add(self.table.move(game.active, game.legal_moves()[0]).event)
        return self

    @property
    def rows(self) -> list[Row]:
        return [Row(n, 0.0, None, None, json.dumps(event_to_data(one))) for n, one in enumerate(self.events, start=1)]

    @property
    def seeds(self) -> list[int | None]:
        return [game.record.dealt.seed for game in research_games(self.rows)]


def test_a_game_counts_only_if_everybody_agrees() -> None:
    assert Evening().deal().play().seeds == [], "off by default"
    assert Evening().agree(0).deal().play().seeds == []
    assert Evening().agree(0, 1).deal().play().seeds == [7]
    assert Evening().agree(0).deal().play().agree(1).seeds == [7], "after the game, too"
    assert Evening().agree(0, 1).deal().seeds == [], "it has not ended"
    assert Evening("Anna", "Ada").agree(0).deal().play().seeds == [7], "computer players are not asked"


def test_withdrawing_takes_back_all_games_so_far() -> None:
    evening = Evening().agree(0, 1).deal(1).play().deal(2).play()
    assert evening.seeds == [1, 2]
    assert evening.agree(1, on=False).seeds == []
    assert evening.deal(3).play().seeds == []
    assert evening.agree(1).deal(4).play().seeds == [3, 4], "games that ended before the next change count again"
    assert Evening().agree(0, 1).deal().agree(0, on=False).play().seeds == []


def test_somebody_new_has_to_agree_too_and_does_not_speak_for_others() -> None:
    evening = Evening().agree(0).deal().play().add(Left(1), Seated(1, "Carl")).agree(1)
    assert evening.seeds == [], "Bruno never agreed to that game"
    assert evening.deal(8).play().seeds == [8]
    evening = Evening().agree(0, 1).deal().play().add(Left(1), Seated(1, "Carl"))
    assert evening.seeds == [7]
    assert evening.deal(8).play().seeds == [7], "Carl has not agreed"


@pytest.mark.parametrize("event", [HandedOver(1, "strong"), Left(1, "strong")])
def test_games_with_a_stand_in_and_known_deals_are_left_out(event: Event) -> None:
    assert Evening().agree(0, 1).deal().add(event).play().seeds == []
    assert Evening().agree(0, 1).deal(known="seed").play().seeds == []
    assert Evening().agree(0, 1).deal().play().add(Disclosed("link")).seeds == []
    assert Evening().agree(0, 1).add(HandedOver(1, "strong")).deal().play().seeds == []


def test_nothing_exported_names_anybody() -> None:
    (game,) = research_games(Evening("Anna", "Ada").agree(0).deal().play().rows)
    assert game.team == "person,novice"
    assert game.record.names == ("person 1", "novice 2")
    assert "Anna" not in game.record.to_json()


def test_a_table_asks_only_where_the_server_does_and_tells_how_many_not_who() -> None:
    async def quiet(house: Indoors) -> None:
        _, (anna, _) = await house.full(2)
        assert anna.table.get("research", "missing") is None
        refused = await anna.ask(type="consent", on=True)
        assert refused["refusal"]["code"] == "no-research"
        assert (await anna.ask(type="consent", on=False))["type"] == "done"

    async def asking() -> None:
        async with indoors(behaviour=replace(QUICK, research=True)) as house:
            live, (anna, bruno) = await house.full(2)
            assert anna.table["research"] == {"mine": False, "agreed": 0, "people": 2}
            assert (await house.visit(live)).table["research"] is None, "spectators are not asked"
            await anna.ask(type="consent", on=True)
            assert anna.table["research"] == {"mine": True, "agreed": 1, "people": 2}
            assert bruno.table["research"] == {"mine": False, "agreed": 1, "people": 2}
            (told,) = bruno.messages[-1]["news"]
            assert (told["kind"], told["seat"]) == ("consented", None)
            live.broadcast.behaviour = QUICK  # the server asks no more
            await anna.ask(type="consent", on=True)
            assert anna.table["research"] == {"mine": True, "agreed": 1, "people": 2}, "so that it can be withdrawn"

    indoor(quiet)
    asyncio.run(asking())
    assert not TableBehaviour().research
