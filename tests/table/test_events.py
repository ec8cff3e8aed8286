"""A table is the fold of its events, and what is no event is refused."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings, strategies as st
from tests.table.seats import seated

from nonante.table import (
    Dealt,
    Event,
    Played,
    Record,
    Table,
    TableError,
    event_from_data,
    event_to_data,
    signals_open,
)


def play_out(table: Table, seed: int) -> list[Event]:
    """Play a random game with signals and undo; return every event."""
    luck = random.Random(seed)
    events: list[Event] = []

    def do(event: Event) -> None:
        nonlocal table
        events.append(event)
        table = table.apply(event)

    do(table.deal(seed))
    if table.starter is None:
        do(table.start(luck.randrange(len(table.seats))))
    while table.running:
        game = table.require_game()
        seat = luck.randrange(len(table.seats))
        open_signals = signals_open(game, seat)
        if open_signals and luck.random() < 0.2:
            signal = luck.choice(open_signals)
            do(table.signal(seat, signal.name, signal.pile, signal.command))
        do(table.play(game.active, luck.choice(game.legal_moves())))
        if table.running and table.require_game().laid_this_turn and luck.random() < 0.2:
            do(table.undo(table.require_game().active))
    return events


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(["base", "expert", "on-fire", "extreme"]), st.integers(1, 5), st.integers(0, 2**32))
def test_a_table_is_the_fold_of_its_events(edition: str, players: int, seed: int) -> None:
    table = seated(players, edition, undo=True)
    events = play_out(table, seed)
    live = table
    for event in events:
        assert event_from_data(event_to_data(event)) == event
        live = live.apply(event)
    record = Record.of(live)
    again = Record.from_json(record.to_json())
    assert again == record
    assert again.final().game == live.game
    assert again.final().standing == live.standing
    assert [turn.seat for turn in again.turns()][-1] == live.require_game().active
    assert sum(len(turn.moves) for turn in again.turns()) == sum(
        isinstance(entry, Played) and entry.move != "end" for entry in live.history
    )


@pytest.mark.parametrize("data", [None, {}, {"kind": "danced"}, {"kind": "played"}, {"kind": "played", "x": 1}])
def test_things_that_are_no_event(data: object) -> None:
    with pytest.raises(TableError, match="not an event"):
        event_from_data(data)


def test_an_event_that_cannot_have_happened_is_refused() -> None:
    with pytest.raises(TableError, match="no game is running"):
        Table().apply(Played(0, "47A"))
    with pytest.raises(ValueError, match="not a seed"):
        Table().apply(Dealt(None))
