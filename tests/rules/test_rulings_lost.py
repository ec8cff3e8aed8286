"""R43 and R44: lost there and then, and why."""

from typing import Any

import pytest
from positions import lost, play, solo, table, turn_over

from nonante import BadInput, Game, IllegalMove

# Nothing in hand fits after the last of these moves, the minimum is reached, and something is left to answer.
FULL: dict[str, Any] = {"A": 81, "B": 93, "C": 9, "D": 8}
NO_CARD_LEFT: dict[str, tuple[Game, str, str]] = {
    "skull": (solo([50, 84], [], **FULL), "84A", "skull-uncovered"),
    "skull at the minimum of two": (solo([50, 82, 84], **FULL), "82A 84A", "skull-uncovered"),
    "skull beyond the minimum": (solo([50, 82, 83, 84], **FULL), "82A 83A 84A", "skull-uncovered"),
    "skull in a team": (table([[60], [50, 84], [61]], [], active=1, **FULL), "84A", "skull-uncovered"),
    "skull under a one-pile": (solo([20, 31], [], A=49, B=30), "31B", "skull-uncovered"),
    "skull under a no-retro": (solo([60, 70], [], A=69, B=80, C=9, D=8), "70A", "skull-uncovered"),
    "three": (solo([50, 51, 91], [], **FULL), "91A", "three-not-three"),
    "three at the minimum of two": (solo([50, 51, 82, 91], **FULL), "82A 91A", "three-not-three"),
    "three in a team": (table([[50, 51, 91], [60]], [], **FULL), "91A", "three-not-three"),
    "three and skull": (solo([50, 51, 84, 91], **{**FULL, "B": 90}), "84A 91B", "three-not-three"),
    "fire": (solo([50, 91], [], "on-fire", **{**FULL, "C": 44}), "91A", "fire-uncovered"),
    "fire at the minimum of three": (
        solo([50, 89, 90, 91], edition="expert+on-fire", **{**FULL, "C": 44}),
        "89A 90A 91A",
        "fire-uncovered",
    ),
    "fire in a team": (
        table([[60], [50, 82, 85]], [2], "on-fire", 1, **{**FULL, "C": 44}),
        "82A 85A",
        "fire-uncovered",
    ),
}


@pytest.mark.parametrize("case", NO_CARD_LEFT)
def test_r43_with_only_a_losing_end_left_the_game_is_lost_at_once(case: str) -> None:
    start, moves, reason = NO_CARD_LEFT[case]
    *before, last = moves.split()
    game = play(start, " ".join(before))
    assert game.status == "playing"
    game = game.play(last)
    assert (game.status, game.reason, game.legal_moves()) == ("lost", reason, [])
    assert len(game.laid_this_turn) >= game.minimum
    assert (game.active, game.turn, game.draw) == (start.active, start.turn, start.draw)
    assert game.score == start.cards_left - len(moves.split())


@pytest.mark.parametrize("case", NO_CARD_LEFT)
def test_r43_the_card_that_lost_is_the_last_move_and_stays(case: str) -> None:
    start, moves, _ = NO_CARD_LEFT[case]
    game = play(start, moves)
    assert game.moves_this_turn() == game.laid_this_turn == tuple(moves.split())
    assert Game.from_text(game.to_text()) == Game.from_json(game.to_json()) == game
    with pytest.raises(IllegalMove):
        game.undo()
    with pytest.raises(IllegalMove):
        game.play("end")


@pytest.mark.parametrize("case", NO_CARD_LEFT)
def test_r43_a_text_of_before_that_asked_for_the_end_is_still_read(case: str) -> None:
    start, moves, _ = NO_CARD_LEFT[case]
    game = play(start, moves)
    assert Game.from_text(f"{game.to_text()}.end") == game
    with pytest.raises(BadInput):
        Game.from_text(f"{game.to_text()}.2A")


def test_r43_an_end_after_any_other_loss_is_no_text() -> None:
    stuck = solo([50, 93], [60], "base", A=94, B=92, C=9, D=8).play("93B")
    uncovered = play(solo([31, 40, 50]), "31A 40B end")
    won = solo([50], [], "base").play("50A")
    for game in (stuck, uncovered, won):
        with pytest.raises(BadInput):
            Game.from_text(f"{game.to_text()}.end")


@pytest.mark.parametrize(
    ("game", "moves", "left"),
    [
        (solo([50, 84, 85], [], **FULL), "84A", ["85A", "end"]),
        (solo([50, 84], [], **{**FULL, "B": 40}), "84A", ["50B", "end"]),
        (solo([60, 70], [], A=69, B=81, C=9, D=8), "70A", ["60A", "end"]),
        (table([[48, 51, 91], [60]], [], **{**FULL, "B": 50}), "91A", ["51B", "end"]),
        (solo([50, 51, 82, 91], **{**FULL, "D": 61}), "82A 91A", ["50D", "51D", "end"]),
        (solo([50, 54, 91], [], "on-fire", **{**FULL, "C": 44}), "91A", ["54C", "end"]),
        (table([[60], [7, 50, 91]], [], "on-fire", 1, **{**FULL, "C": 44}), "91A", ["7C", "7D", "end"]),
    ],
    ids=["skull", "skull, elsewhere", "skull, by a retro", "three", "three, elsewhere", "fire, by a retro", "fire"],
)
def test_r43_while_a_card_can_be_laid_the_game_goes_on(game: Game, moves: str, left: list[str]) -> None:
    game = play(game, moves)
    assert (game.status, game.legal_moves()) == ("playing", left)
    assert game.play("end").status == "lost"


def test_r43_a_duty_that_was_kept_leaves_the_end_to_the_player() -> None:
    covered = play(solo([50, 84, 85], [2, 3], **FULL), "84A 85A")
    put_out = play(solo([41, 50, 91], [2, 3], "on-fire", **{**FULL, "C": 44}), "41C 91A")
    fresh = play(solo([50, 76, 77], [2, 3], "on-fire", **{**FULL, "A": 70}), "76A 77A")
    for game in (covered, put_out, fresh):
        assert (game.status, game.legal_moves()) == ("playing", ["end"])
        assert turn_over(game.play("end"))


BOTH: dict[str, Any] = {"edition": "on-fire+extreme"}
SEVERAL_BROKEN: dict[str, tuple[Game, str, str]] = {
    "three and minimum": (solo([39]), "39A", "three-not-three"),
    "three and minimum in a team": (table([[60, 61], [39]], active=1), "39A", "three-not-three"),
    "three and minimum of three": (solo([39, 40], edition="expert+extreme"), "39A 40A", "three-not-three"),
    "skull and minimum": (solo([31]), "31A", "skull-uncovered"),
    "skull and minimum in a team": (table([[60, 61], [31]], active=1), "31A", "skull-uncovered"),
    "fire and minimum": (solo([50], edition="on-fire", C=44), "50A", "fire-uncovered"),
    "fire and minimum in a team": (table([[60], [50]], [2], "on-fire", 1, C=44), "50A", "fire-uncovered"),
    "three, skull and minimum": (solo([31, 39], edition="expert+extreme"), "39A 31B", "three-not-three"),
    "three, fire and minimum": (solo([39], **BOTH, C=44), "39A", "three-not-three"),
    "skull, fire and minimum": (solo([31], **BOTH, C=44), "31A", "skull-uncovered"),
    "three and fire": (solo([39, 40, 50], **BOTH, C=44), "39A 40A end", "three-not-three"),
    "skull and fire": (solo([31, 40, 50], **BOTH, D=44), "31A 40B end", "skull-uncovered"),
    "fire before skull by the pile": (solo([31, 40, 50], **BOTH, A=22), "31C 40B end", "skull-uncovered"),
    "stop too early and fire": (solo([28, 39, 50], **BOTH, C=44), "39A 28B", "stop-before-third"),
    "fire and no card left": (solo([50, 84], [], **BOTH, A=83, B=92, C=44, D=8), "84A", "skull-uncovered"),
    "minimum alone": (solo([40]), "40A", "stuck"),
}


@pytest.mark.parametrize("case", SEVERAL_BROKEN)
def test_r44_the_commands_reason_comes_before_fire_and_before_stuck(case: str) -> None:
    game, moves, reason = SEVERAL_BROKEN[case]
    assert lost(game, moves, reason)


def test_r44_whoever_cannot_lay_the_minimum_is_stuck_whatever_shows() -> None:
    # The turn has not ended, so nothing that is checked at its end is broken yet.
    assert lost(solo([50, 84], **FULL), "84A", "stuck")
    assert lost(solo([50, 91], **FULL), "91A", "stuck")
    assert lost(solo([50, 91], edition="on-fire", **{**FULL, "C": 44}), "91A", "stuck")
    game = solo([50], [], "on-fire", **{**FULL, "C": 44})
    assert (game.status, game.reason) == ("lost", "stuck")
