"""Warnings before a play that loses (R21): at once, or because the turn cannot be saved any more."""

from __future__ import annotations

from nonante import Game, Rules
from nonante.table import explained, losing, losses

EXTREME = Rules.edition("extreme")


def test_r21_an_immediate_loss() -> None:
    game = Game.arrange(EXTREME, hands=[[10, 6, 50, 51]], draw=[60]).play("10A")
    assert losing(game, "6C") == "stop-before-third"


def test_r21_a_skull_that_nothing_covers() -> None:
    game = Game.arrange(EXTREME, {"A": 90, "B": 91, "C": 20, "D": 4}, [[17, 99, 98, 97]], draw=[60, 61])
    assert losing(game, "17C") == "skull-uncovered"
    assert losing(game, "97A") is None


def test_r21_a_skull_that_something_covers_is_no_loss() -> None:
    game = Game.arrange(EXTREME, hands=[[17, 18, 50]], draw=[60, 61])
    assert losing(game, "17A") is None


def test_r21_a_three_that_cannot_reach_three() -> None:
    game = Game.arrange(EXTREME, {"A": 90, "B": 91, "C": 41, "D": 2}, [[39, 38, 60]], draw=[])
    assert losing(game, "39C") == "three-not-three"


def test_r43_a_card_that_leaves_only_a_losing_end() -> None:
    game = Game.arrange(EXTREME, {"A": 81, "B": 93, "C": 9, "D": 8}, [[50, 84, 85]])
    assert game.play("84A").status == "playing"
    assert losing(game, "84A") is None
    assert losing(game.play("85A"), "end") is None
    bare = Game.arrange(EXTREME, {"A": 81, "B": 93, "C": 9, "D": 8}, [[50, 84]])
    assert losing(bare, "84A") == "skull-uncovered"
    three = Game.arrange(EXTREME, {"A": 81, "B": 93, "C": 9, "D": 8}, [[50, 51, 82, 91]])
    assert losing(three, "91A") == losing(three.play("82A"), "91A") == "three-not-three"


def test_r44_the_command_is_named_before_the_minimum() -> None:
    game = Game.arrange(EXTREME, hands=[[39]], draw=[60])
    assert losing(game, "39A") == "three-not-three"
    assert losing(Game.arrange(EXTREME, hands=[[31]], draw=[60]), "31A") == "skull-uncovered"


def test_a_hand_too_short_for_the_minimum_is_told_as_such() -> None:
    short = Game.arrange(EXTREME, hands=[[40]], draw=[60])
    assert losing(short, "40A") == short.play("40A").reason == "stuck"
    for game in (short, short.play("40A")):
        assert explained(game, "stuck") == "short-hand"
    blocked = Game.arrange(Rules(), {"A": 98, "B": 97, "C": 3, "D": 50}, [[2, 60, 70]], draw=[80, 81]).play("2D")
    assert explained(blocked, "stuck") == "stuck"
    assert explained(short, "skull-uncovered") == "skull-uncovered"


def test_a_sacrificed_minimum() -> None:
    """In the base game: a first card that blocks every second one."""
    game = Game.arrange(Rules(), {"A": 98, "B": 97, "C": 3, "D": 50}, [[2, 60, 70]], draw=[80, 81])
    assert losing(game, "2D") == "stuck"


def test_what_the_draw_pile_brings_is_not_told() -> None:
    """After this turn the card drawn is stuck; nobody can know before drawing it."""
    piles = {"A": 97, "B": 98, "C": 4, "D": 3}
    game = Game.arrange(Rules(), piles, [[99, 2]], [50, 51]).play("99A")
    assert game.play("2C").reason == "stuck"
    assert losing(game, "2C") is None


def test_all_losing_moves_at_once() -> None:
    game = Game.arrange(EXTREME, hands=[[10, 6, 50, 51]], draw=[60]).play("10A")
    assert losses(game) == {move: reason for move in game.legal_moves() if (reason := losing(game, move))}
    assert "6C" in losses(game)


def test_what_others_hold_is_not_told() -> None:
    piles = {"A": 96, "B": 97, "C": 4, "D": 5}
    game = Game.arrange(Rules(players=2), piles, [[98, 99, 50], [51, 52]], [60, 61]).play("98A").play("99A")
    assert game.play("end").status == "lost"
    assert losing(game, "end") is None


def test_fire_that_stays() -> None:
    """Two cards on B would leave the fire on A burning, and a third one is not there to cover it."""
    game = Game.arrange(Rules.edition("on-fire"), {"A": 77, "B": 30}, [[34, 78]], [60]).play("34B")
    assert losing(game, "78B") == "fire-uncovered"
    assert losing(game, "78A") is None
