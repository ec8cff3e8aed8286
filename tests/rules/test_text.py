"""Texts in and out, and everything that is no text of a game."""

from __future__ import annotations

import contextlib
import json
import pickle
from typing import Any

import pytest
from hypothesis import given, strategies as st

from nonante import BadInput, Game, IllegalMove, Rules

SOLO = Rules.edition("base")


def test_the_line_says_how_the_turn_started_and_its_moves() -> None:
    rules = Rules.edition("extreme", players=3, one_pile="strict")
    game = Game.arrange(rules, {"A": 47, "C": 64}, [[37, 50], [75, 80], []], [12, 13]).play("37A")
    assert game.to_text() == "extreme:3;one_pile=strict 47/1/64/100 37.50/75.80/- 12.13 0 1 - 37A"
    assert repr(game) == f"Game.from_text({game.to_text()!r})"


def test_an_own_map_and_switches_are_part_of_the_line() -> None:
    rules = Rules.edition("extreme", commands="seeded", open_history=True).resolve(3)
    game = Game.arrange(rules, hands=[[50, 60]])
    assert Game.from_text(game.to_text()) == game
    assert "open_history=True" in game.to_text()


def test_a_turn_that_was_ended_and_lost_keeps_its_end() -> None:
    game = Game.arrange(Rules.edition("extreme"), hands=[[17, 18, 19]], draw=[40, 41]).play("18A").play("17C")
    lost = game.play("end")
    assert lost.reason == "skull-uncovered"
    assert lost.to_text().endswith(" 18A.17C.end")
    assert Game.from_text(lost.to_text()) == lost
    assert Game.from_text(lost.to_text()) != game


GOOD = "base:2 1/1/100/100 20.30.40/21.31 50.51 0 3 1:10A.11A 20A"


def test_the_good_line_is_good() -> None:
    game = Game.from_text(GOOD)
    assert game.turn == 3
    assert game.last_turn is not None
    assert game.last_turn.moves == ("10A", "11A")
    assert game.to_text() == GOOD


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("", "8 words expected"),
        (None, "8 words expected"),
        (7, "8 words expected"),
        (GOOD + " x", "9 found"),
        (GOOD.replace("base:2", "base:x"), "'x' is not a number"),
        (GOOD.replace("base:2", "basic:2"), "unknown edition"),
        (GOOD.replace("base:2", "base:2;talk=loud"), "talk='loud'"),
        (GOOD.replace("base:2", "base:2;name=x"), "unknown rules option"),
        (GOOD.replace("base:2", "extreme:2;commands=1/2"), "names stop"),
        (GOOD.replace("base:2", "extreme:2;commands=seeded"), "drawn from a seed"),
        (GOOD.replace("1/1/100/100", "1/1/100"), "wrong kind"),
        (GOOD.replace("1/1/100/100", "100/1/100/100"), "cannot lie on pile A"),
        (GOOD.replace("1/1/100/100", "1/1/1/100"), "cannot lie on pile C"),
        (GOOD.replace("1/1/100/100", "9/9/100/100"), "9 appears twice"),
        (GOOD.replace("20.30.40/", "20.30.40/5/"), r"number of hands \(3\) is not the number of players \(2\)"),
        (GOOD.replace("30", "20"), "20 appears twice"),
        (GOOD.replace("30", "100"), "100 is not a card"),
        (GOOD.replace("50.51", "50.٥"), "not a number"),
        (GOOD.replace("50.51", "50.-1"), "not a number"),
        (GOOD.replace(" 0 3", " 2 3"), "2 is not a seat"),
        (GOOD.replace(" 0 3", " 0 0"), "wrong kind"),
        (GOOD.replace("1:10A", "5:10A"), "5 is not a seat"),
        (GOOD.replace("1:10A", "1:ten"), "is not a turn"),
        (GOOD.replace(" 20A", " 21A"), "move 1: 21 is not in the hand"),
        (GOOD.replace(" 20A", " 40A.20A"), "move 2: pile A is ascending"),
        (GOOD.replace("20.30.40/21.31", "-/-"), "all hands are empty"),
    ],
)
def test_bad_lines_are_refused(line: Any, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        Game.from_text(line)


@given(st.text())
def test_no_text_breaks_the_reader(text: str) -> None:
    with pytest.raises(BadInput):
        Game.from_text(text)
    with pytest.raises(BadInput):
        Game.from_json(text)


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
)


@given(st.sampled_from(sorted(json.loads(Game.from_text(GOOD).to_json()))), _json)
def test_no_field_breaks_the_reader(field: str, value: object) -> None:
    """Put anything into any field: a game or a clear refusal, nothing else."""
    data = json.loads(Game.from_text(GOOD).to_json())
    data[field] = value
    with contextlib.suppress(BadInput):
        assert Game.from_data(data).to_data()


def test_deep_json_is_refused() -> None:
    with pytest.raises(BadInput):
        Game.from_json("[" * 100_000)


@pytest.mark.parametrize("move", ["", "37", "A37", "37E", "037A", "1A", "100A", "End", " 37A", None, 37, ["37A"]])
def test_things_that_are_no_move(move: Any) -> None:
    with pytest.raises(IllegalMove) as refused:
        Game.arrange(SOLO, hands=[[37, 50, 60]]).play(move)
    assert refused.value.code == "unknown-move"


def test_errors_survive_pickling() -> None:
    with pytest.raises(IllegalMove) as refused:
        Game.arrange(SOLO, hands=[[37, 50, 60]]).play("38A")
    again = pickle.loads(pickle.dumps(refused.value))  # noqa: S301 - our own bytes
    assert (str(again), again.rule, again.details) == (str(refused.value), "1.4", {"card": 38})


def test_a_game_cannot_be_changed() -> None:
    game = Game.deal(SOLO, seed=1)
    with pytest.raises(AttributeError):
        game.active = 1  # type: ignore[misc]  # that is the point
    game.piles["A"] = 50
    assert game.piles["A"] == 1


@pytest.mark.parametrize(
    ("piles", "complaint"),
    [({"E": 5}, "'E' is not a pile"), ({"AB": 5}, "not a pile"), ({1: 5}, "not a pile"), ({"A": "5"}, "lie")],
)
def test_bad_piles(piles: Any, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        Game.arrange(SOLO, piles, [[50]])


def test_nothing_left_is_won() -> None:
    assert Game.arrange(SOLO, hands=[[]]).status == "won"
