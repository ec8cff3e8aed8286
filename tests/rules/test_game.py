"""Small questions a game answers."""

from __future__ import annotations

from nonante import Game, Rules
from nonante.rules.laying import is_retro

EXTREME = Rules.edition("extreme")


def test_loss_tells_what_the_active_player_can_know() -> None:
    game = Game.arrange(EXTREME, hands=[[17, 50, 51, 60]], draw=[40, 41]).play("50A").play("17C")
    assert game.loss("end") == "skull-uncovered"
    assert game.loss("51A") is None


def test_loss_does_not_tell_what_the_draw_pile_brings() -> None:
    """After this turn the card drawn is stuck; nobody can know before drawing it."""
    piles = {"A": 97, "B": 98, "C": 4, "D": 3}
    game = Game.arrange(Rules.edition("base"), piles, [[99, 2]], [50, 51]).play("99A")
    assert game.play("2C").reason == "stuck"
    assert game.loss("2C") is None


def test_retro() -> None:
    assert is_retro((47, 1, 65, 100), 37, 0)
    assert is_retro((47, 1, 65, 100), 75, 2)
    assert not is_retro((47, 1, 65, 100), 57, 0)
