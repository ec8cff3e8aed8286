"""Replays: every step of a finished game, as each seat saw it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from games import played

from nonante.review import Replay, ReviewError
from nonante.table import Played


@pytest.mark.parametrize(("edition", "players"), [("base", 1), ("base", 3), ("extreme", 4)])
def test_steps_are_the_entries(edition: str, players: int) -> None:
    record = played(edition, players, 7)
    replay = Replay.of(record)
    assert len(replay.tables) == len(record.entries) + 1
    assert replay.final == record.final().game
    assert replay.table(0) == record.opening()


@pytest.mark.parametrize(("edition", "players"), [("base", 1), ("base", 3), ("extreme", 4)])
def test_turns_tell_the_game_without_a_gap(edition: str, players: int) -> None:
    replay = Replay.of(played(edition, players, 7))
    assert [move for turn in replay.turns for move in turn.moves] == replay.record.moves()
    assert [turn.turn for turn in replay.turns] == list(range(1, len(replay.turns) + 1))
    for turn, following in zip(replay.turns, replay.turns[1:], strict=False):
        assert turn.last == following.first <= following.decision < following.last
        before, after = replay.game(turn.decision), replay.game(turn.last)
        assert (before.turn, before.active, before.laid_this_turn) == (turn.turn, turn.seat, ())
        assert before.draw == (*turn.drawn, *after.draw)
        assert replay.turn(turn.turn) == turn


def test_a_seat_sees_what_it_saw() -> None:
    replay = Replay.of(played("base", 3, 7))
    step = replay.turns[3].decision
    view, game = replay.view(step, 1), replay.game(step)
    assert view.hand == game.hands[1]
    assert view.hands is None
    assert view.draw is None
    assert replay.view(step, None).hand == ()


def test_the_data_is_plain_and_tells_everything_drawn() -> None:
    replay = Replay.of(played("extreme", 2, 7, commands="seeded"))
    data = json.loads(json.dumps(replay.to_data()))
    assert data["format"] == "nonante-replay"
    assert data["seed"] == "7"
    assert len(data["map"]) == 7
    assert data["result"]["score"] == replay.final.score
    assert {step["kind"] for step in data["steps"]} == {"opening", "lay", "end", "signal"}
    for step, entry in zip(data["steps"][1:], replay.record.entries, strict=True):
        assert (step["kind"] == "signal") != isinstance(entry, Played)
    assert data["steps"][-1]["hands"] == [list(hand) for hand in replay.final.hands]
    assert data["turns"][0]["drawn"] == list(replay.turns[0].drawn)


def test_bad_steps_and_turns_are_refused() -> None:
    replay = Replay.of(played("base", 1, 7))
    for step in (-1, len(replay.tables), True, "1", None):
        with pytest.raises(ReviewError) as refused:
            replay.table(step)  # type: ignore[arg-type]
        assert refused.value.code == "step"
    for turn in (0, len(replay.turns) + 1, "1"):
        with pytest.raises(ReviewError) as refused:
            replay.turn(turn)  # type: ignore[arg-type]
        assert refused.value.code == "turn"


def test_a_running_game_is_not_replayed() -> None:
    record = played("base", 3, 7)
    with pytest.raises(ReviewError) as refused:
        Replay.of(replace(record, entries=record.entries[:-1]))
    assert refused.value.code == "unfinished"
