"""R9 to R21: the commands of one turn."""

from typing import Any

import pytest
from positions import SPARE, lost, play, refused, solo, table, turn_over

from nonante import IllegalMove


def test_r9_lightning_of_an_earlier_turn_means_nothing() -> None:
    game = table([[40, 41, 42, 43], [50]], A=28, B=31, C=62)
    game = play(game, "40D 41A 42A 43A")  # four cards under an old three, beside an old stop and an old skull
    assert turn_over(game)
    assert game.piles["B"] == 31


def test_r9_a_three_binds_only_the_player_who_laid_it() -> None:
    game = play(table([[39, 40, 41], [50, 51, 52]]), "40A 41A 39C")
    assert game.piles["C"] == 39
    assert play(game, "50A 51A end").status == "playing"


def test_r10_a_stop_ends_the_turn_below_the_minimum_and_draws() -> None:
    game = table([[28, 50], [60, 61]])
    assert refused(game, "end") == refused(game.play("50A"), "end") == "1.4"
    game = game.play("28A")
    assert turn_over(game)
    assert (game.active, game.hands[0]) == (1, (50, *SPARE[:6]))


def test_r11_stop_laid_on_the_skull_covers_it() -> None:
    assert turn_over(play(solo([31, 73, 50]), "31A 73A"))


def test_r11_stop_laid_elsewhere_leaves_the_skull_visible() -> None:
    assert lost(solo([31, 73, 50]), "31A 73B", "skull-uncovered")


def test_r12_a_skull_may_cover_a_skull() -> None:
    game = play(solo([17, 31, 40, 50]), "17A 31A")
    assert turn_over(play(game, "40A end"))
    assert lost(game, "end", "skull-uncovered")
    assert lost(game, "40B end", "skull-uncovered")


def test_r13_a_skull_is_covered_any_time_before_the_turn_ends() -> None:
    game = solo([31, 40, 41, 50, 60])
    assert turn_over(play(game, "31A 40B 41B 50A end"))
    assert lost(game, "31A 40B 41B end", "skull-uncovered")


def test_r13_a_retro_covers_a_skull_too() -> None:
    assert turn_over(play(solo([21, 31, 50]), "31A 21A end"))


def test_r14_a_three_as_fourth_card_loses_at_once() -> None:
    game = play(solo([39, 40, 41, 42, 50]), "40A 41A")
    assert turn_over(game.play("39B"))
    assert lost(game, "42A 39B", "three-not-three")


def test_r15_two_threes_agree() -> None:
    game = play(solo([10, 39, 62, 50]), "10A 39A")
    assert game.status == "playing"
    assert turn_over(game.play("62A"))
    assert lost(game, "end", "three-not-three")


def test_r16_a_skull_as_third_card_under_a_three_loses() -> None:
    game = solo([31, 39, 40, 50])
    assert lost(game, "39A 40A 31B", "skull-uncovered")
    assert turn_over(play(game, "39B 31A 40A"))


def test_r16_a_three_as_third_card_covers_the_skull_or_loses() -> None:
    game = play(solo([31, 39, 40, 50]), "31A 40B")
    assert turn_over(game.play("39A"))
    assert lost(game, "39C", "skull-uncovered")


def test_r17_under_a_three_a_stop_is_the_third_card() -> None:
    game = solo([28, 39, 40, 50])
    assert turn_over(play(game, "39A 40A 28B"))
    assert lost(game, "39A 28B", "stop-before-third")


def test_r17_the_turn_ends_by_itself_with_the_third_card() -> None:
    game = play(solo([39, 40, 41, 50]), "39A 40A 41A")
    assert turn_over(game)


def test_r18_an_end_before_the_third_card_loses() -> None:
    game = play(solo([39, 40, 50]), "39A 40A")
    assert game.legal_moves()[-1] == "end"
    assert lost(game, "end", "three-not-three")


def test_r18_a_hand_too_small_for_a_three_loses() -> None:
    assert lost(solo([39, 40]), "39A 40A", "three-not-three")
    assert lost(table([[39, 40], [50]], []), "39A 40A", "three-not-three")


def test_r18_no_room_for_the_third_card_loses() -> None:
    # With an empty draw pile the minimum is 1: nobody is stuck, yet the three is out of reach.
    assert lost(solo([50, 51, 91], [], A=90, B=92, C=9, D=8), "91A", "three-not-three")
    # Below the minimum the player is stuck.
    assert lost(solo([50, 51, 91], A=90, B=92, C=9, D=8), "91A", "stuck")
    assert lost(solo([39]), "39A", "three-not-three")


@pytest.mark.parametrize(
    ("hand", "moves", "reason", "score"),
    [
        ([31], "31A", "skull-uncovered", 1),
        ([39], "39A", "three-not-three", 2),
        ([39, 40], "39A 40A", "three-not-three", 1),
        ([28, 39], "39A 28B", "stop-before-third", 1),
        ([31, 39], "39A 31B", "three-not-three", 1),
        ([31, 39, 40], "39A 40A 31B", "skull-uncovered", 1),
        ([39, 40, 41, 42], "40A 41A 42A 39B", "three-not-three", 1),
    ],
)
def test_r19_all_laid_but_a_command_broken(hand: list[int], moves: str, reason: str, score: int) -> None:
    game = play(solo(hand, []), moves)
    assert (game.status, game.reason, game.score, game.grade) == ("lost", reason, score, "lost")
    assert not any(game.hands)
    assert game.view(0).grade == "lost"


def test_r19_a_due_fire_left_with_the_last_card_is_lost_too() -> None:
    game = solo([44], [], "on-fire", C=66).play("44A")
    assert (game.reason, game.score, game.grade) == ("fire-uncovered", 1, "lost")


def test_r19_all_laid_and_every_command_kept_wins() -> None:
    assert play(solo([31, 39, 40], []), "31A 39A 40A").status == "won"


def test_r20_a_command_broken_earlier_scores_the_cards_not_laid() -> None:
    game = play(table([[31, 40, 50], [60, 61]]), "31A 40B end")
    assert (game.reason, game.score) == ("skull-uncovered", 3 + len(SPARE))
    # Nothing is drawn and nobody else's turn begins.
    assert (game.active, game.hands, game.draw) == (0, ((50,), (60, 61)), SPARE)


LOSING_PLAYS: dict[str, tuple[list[int], str, str, dict[str, Any]]] = {
    "skull": ([31, 40, 50], "31A 40B end", "skull-uncovered", {}),
    "skull and stop": ([28, 31, 50], "31A 28B", "skull-uncovered", {}),
    "three": ([39, 40, 50], "39A 40A end", "three-not-three", {}),
    "three and stop": ([28, 39, 50], "39A 28B", "stop-before-third", {}),
    "one-pile": ([14, 40, 50], "40A 14B", "one-pile-broken", {"one_pile": "strict"}),
    "fire": ([40, 41, 50], "40A 41A end", "fire-uncovered", {"edition": "on-fire", "C": 44}),
}


@pytest.mark.parametrize("case", LOSING_PLAYS)
def test_r21_losing_plays_are_legal(case: str) -> None:
    hand, moves, reason, rest = LOSING_PLAYS[case]
    *before, last = moves.split()
    game = play(solo(hand, **rest), " ".join(before))
    assert game.status == "playing"
    assert last in game.legal_moves()
    game = game.play(last)
    assert (game.status, game.reason, game.legal_moves()) == ("lost", reason, [])
    with pytest.raises(IllegalMove):
        game.play(last)
