"""R31 to R37: ends, turns, expert."""

import pytest
from positions import lost, play, refused, solo, table, turn_over

from nonante import IllegalMove


def test_r31_cards_laid_before_the_end_count_as_laid() -> None:
    game = solo([50, 51, 95], [60], "base", A=94, B=92, C=9, D=8)
    assert (game.status, game.score) == ("playing", 4)
    game = game.play("95A")
    assert (game.status, game.reason, game.score, game.laid_this_turn) == ("lost", "stuck", 3, ("95A",))


def test_r31_there_is_no_look_ahead() -> None:
    # Whatever is laid first, no second card follows; still the first may be laid.
    game = solo([50, 93], [60], "base", A=94, B=92, C=9, D=8)
    assert (game.status, game.legal_moves()) == ("playing", ["93B"])
    assert lost(game, "93B", "stuck")


def test_r31_once_the_minimum_is_reached_nobody_is_stuck() -> None:
    game = play(solo([50, 95, 96], [60, 97], "base", A=94, B=92, C=9, D=8), "95A 96A")
    assert game.legal_moves() == ["end"]
    assert turn_over(game.play("end"))


def test_r32_players_with_empty_hands_are_skipped() -> None:
    game = table([[40, 41], [], [], [50]], [], "base")
    assert play(game, "40A end").active == 3
    assert play(game, "40A end 50A").status == "playing"
    assert play(game, "40A end 50A").active == 0


def test_r32_an_arranged_empty_hand_is_skipped_too() -> None:
    assert table([[40], [], [50]], [], "base", active=1).active == 2


def test_r34_undo_takes_back_cards_of_this_turn_one_by_one() -> None:
    start = solo([30, 40, 49, 50], A=36, B=60)
    first = start.play("40A")
    second = first.play("49C")
    assert second.undo() == first
    assert second.undo().undo() == start


def test_r34_what_was_covered_binds_again_and_what_was_laid_does_not() -> None:
    game = solo([30, 40, 49, 50], A=36, B=60).play("40A")
    assert "50B" in game.legal_moves()
    assert refused(game.undo(), "50B") == "R23"
    locked = game.play("49C")
    assert "50B" not in locked.legal_moves()
    assert "50B" in locked.undo().legal_moves()


def test_r34_nothing_to_take_back() -> None:
    game = solo([40, 41, 50])
    with pytest.raises(IllegalMove) as caught:
        game.undo()
    assert caught.value.rule == "R34"


@pytest.mark.parametrize(
    ("hand", "moves"),
    [
        ([40, 41, 50], "40A 41A end"),
        ([28, 50], "28A"),
        ([39, 40, 41, 50], "39A 40A 41A"),
        ([40, 41], "40A 41A"),
        ([31, 40, 50], "31A 40B end"),
        ([39, 40, 41, 42, 50], "40A 41A 42A 39B"),
        ([40], "40A"),
    ],
    ids=["end", "stop", "third card", "empty hand", "lost by end", "lost by card", "stuck"],
)
def test_r34_what_ended_the_turn_or_the_game_stays(hand: list[int], moves: str) -> None:
    with pytest.raises(IllegalMove):
        play(solo(hand), moves).undo()


def test_r34_a_won_game_stays_won() -> None:
    with pytest.raises(IllegalMove):
        solo([40], []).play("40A").undo()


@pytest.mark.parametrize("moves", ["", "46A", "46B"])
def test_r35_silence_changes_no_legal_move(moves: str) -> None:
    hands = [[35, 46, 57, 80], [3, 50]]
    silent, plain = (table(hands, edition=edition, A=45, C=98) for edition in ("extreme", "base"))
    assert play(silent, moves).legal_moves() == play(plain, moves).legal_moves()


def test_r35_laying_silence_changes_no_legal_move() -> None:
    hands = [[35, 45, 57, 80], [3, 50]]
    silent, plain = (table(hands, edition=edition) for edition in ("extreme", "base"))
    assert play(silent, "45A 35A").legal_moves() == play(plain, "45A 35A").legal_moves()


def test_r36_expert_asks_for_three_cards_then_one() -> None:
    game = table([[40, 41, 42, 43], [50, 51]], [60], "expert")
    assert game.minimum == 3
    assert refused(play(game, "40A 41A"), "end") == "1.4"
    game = play(game, "40A 41A 42A end")
    assert (game.minimum, game.draw) == (1, ())
    assert play(game, "50A end").status == "playing"


def test_r36_the_draw_pile_counts_at_the_start_of_the_turn() -> None:
    # Seat 0 takes the last card; only seat 1 starts with an empty draw pile.
    game = table([[40, 41, 43], [50, 51]], [60], "base")
    assert game.minimum == 2
    assert play(game, "40A 41A end").minimum == 1


def test_r37_expert_extreme_asks_for_three_cards_or_a_stop() -> None:
    game = table([[28, 40, 41, 42, 43], [50]], edition="expert+extreme")
    assert game.minimum == 3
    assert refused(play(game, "40A 41A"), "end") == "1.4"
    assert turn_over(play(game, "40A 41A 42A end"))
    assert turn_over(play(game, "40A 28B"))
