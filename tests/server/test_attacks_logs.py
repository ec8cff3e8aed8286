"""What strangers may do to a log: talk without end.

Done to a real server over loopback; each test fails without its fix, and docs/reference/security.md names it.
"""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from tests.host.indoors import OPEN, Indoors, Visitor, indoor, new_key

from nonante.host.limits import Bucket, Rate
from nonante.rules import Rules
from nonante.table import Dealt, Event, Played, Seated, Settings, Signalled, Started, Table, Undone

# ---------------------------------------------------------------- 2: endless logs


def chatty(signals: int) -> Table:
    """Return a table of two with a card laid among many signals."""
    table = Table()
    table = table.apply(table.configure(Settings(Rules.edition("base", players=2), undo=True)))
    for event in (Seated(0, "Anna"), Seated(1, "Bruno"), Dealt(7), Started(0)):
        table = table.apply(event)
    for number in range(signals):
        table = table.apply(Signalled(1, "trouble" if number % 2 else "comfortable"))
    return table.apply(Played(0, table.require_game().legal_moves()[0]))


def test_a2_taking_a_card_back_does_not_play_the_game_again(monkeypatch: pytest.MonkeyPatch) -> None:
    table = chatty(500)
    before = table.checkpoints[-1]
    applied: list[Event] = []
    real = Table.apply

    def apply(self: Table, event: Event) -> Table:
        applied.append(event)
        return real(self, event)

    monkeypatch.setattr(Table, "apply", apply)
    after = real(table, Undone(0))
    assert (after.game, after.raised, after.history) == (before.game, before.raised, before.history)
    assert applied == []


def test_a2_what_is_so_already_is_answered_and_not_kept() -> None:
    async def work(house: Indoors) -> None:
        live, (_, bruno, _) = await house.started(players=3)
        kinds = [(await bruno.ask(type="signal", signal="trouble"))["type"] for _ in range(5)]
        assert kinds == ["update", "done", "done", "done", "done"]
        seq = live.seq
        assert (await bruno.ask(type="hand-over", seat=1, on=False))["type"] == "done"
        assert live.seq == seq

    indoor(work)


def test_a2_a_game_takes_only_cards_when_too_much_was_said_and_can_be_finished() -> None:
    async def work(house: Indoors) -> None:
        live, (anna, bruno) = await house.started(players=2, settings={"chat": True})
        while (await anna.ask(type="say", text="so"))["type"] == "update":
            pass
        assert live.seq - live.state.deal_seq == 50
        assert await bruno.refused(type="signal", signal="trouble") == "game-worn"
        assert await anna.refused(type="pause", on=True) == "game-worn"
        move = live.table.require_game().legal_moves()[0]
        assert (await anna.ask(type="play", move=move, seq=live.seq))["type"] == "update"

    indoor(work, replace(OPEN, game_events=50))


def test_a2_a_table_deals_no_more_when_its_log_is_long() -> None:
    async def work(house: Indoors) -> None:
        live, (anna,) = await house.full(players=1)
        assert live.seq == 2
        assert await anna.refused(type="deal") == "table-worn"

    indoor(work, replace(OPEN, table_events=2))


def test_a2_seats_and_spectators_have_one_measure_however_many_sockets() -> None:
    async def work(house: Indoors) -> None:
        live, (anna, *_) = await house.full(players=2)
        others = [Visitor(live) for _ in range(3)]
        for other in others:
            other.seat, other.greeted = 0, True
        kinds = [(await visitor.ask(type="ping"))["type"] for visitor in [anna, *others] * 3]
        assert kinds.count("refused") >= 6
        watchers = [Visitor(live) for _ in range(12)]
        greetings = [(await watcher.ask(type="hello"))["type"] for watcher in watchers]
        assert greetings.count("refused") >= 6

    indoor(work, replace(OPEN, messages=Rate(0.001, 6)))


def test_a2_signals_of_a_seat_have_a_rate() -> None:
    async def work(house: Indoors) -> None:
        _, (anna, *_) = await house.started(players=3)
        for on in (True, False):
            assert (await anna.ask(type="signal", signal="trouble", on=on))["type"] == "update"
        assert await anna.refused(type="signal", signal="trouble") == "too-fast"

    indoor(work, replace(OPEN, signals=Rate(0.001, 2)))


def test_a2_the_inbox_of_a_table_is_bounded() -> None:
    async def work(house: Indoors) -> None:
        live, opened = await house.open()
        anna = await house.visit(live, opened.token)
        for _ in range(10):
            anna.receive(json.dumps({"type": "why", "turn": 1, "key": new_key()}))
        await live.settled()
        refusals = [message["refusal"]["code"] for message in anna.messages if message["type"] == "refused"]
        assert refusals.count("too-fast") == 7

    indoor(work, replace(OPEN, inbox=3))


def test_a2_messages_of_one_address_have_a_rate_over_all_its_sockets() -> None:
    async def work(house: Indoors) -> None:
        live, opened = await house.open()
        shared = Bucket(Rate(0.001, 3))
        kinds = []
        for _ in range(5):
            visitor = Visitor(live)
            visitor._shared = shared
            kinds.append((await visitor.ask(type="hello", token=opened.token))["type"])
        assert kinds == ["welcome"] * 3 + ["refused"] * 2

    indoor(work)
