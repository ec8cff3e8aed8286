"""R22 to R30: the lasting commands."""

from positions import SPARE, lost, play, refused, solo, table, turn_over


def test_r22_a_covered_command_ends_for_the_rest_of_the_turn() -> None:
    game = solo([37, 48, 50], A=47, B=36)
    assert refused(game, "37A") == "R23"
    assert "37A" in game.play("48B").legal_moves()


def test_r22_a_visible_command_binds_the_next_player() -> None:
    game = play(table([[36, 40, 41], [30, 50]]), "40A 36B end")
    assert refused(game, "30A") == "R23"


def test_r22_several_visible_commands_all_apply() -> None:
    game = solo([37, 50, 51, 60], A=47, B=36, C=52, D=65)
    game = game.play("50A")
    assert game.legal_moves() == ["51A", "60A"]
    # Covering one of two no-retro cards does not bring the retro back.
    assert "37A" not in solo([37, 50], A=47, B=36, D=65).play("50B").legal_moves()


def test_r23_no_retro_may_be_laid_by_a_retro_but_not_covered_by_one() -> None:
    game = solo([26, 36, 37, 57], A=46, B=47)
    assert refused(game.play("36A"), "26A") == "R23"
    assert refused(game.play("36A"), "37B") == "R23"
    assert "57A" in game.play("36A").legal_moves()


def test_r23_a_second_no_retro_may_not_be_laid_by_a_retro() -> None:
    assert refused(solo([36, 50], A=46, C=65), "36A") == "R23"


def test_r23_a_falling_pile_obeys_too() -> None:
    assert refused(solo([40, 50], B=36, C=30), "40C") == "R23"


def test_r24_the_first_card_fixes_the_pile() -> None:
    game = solo([20, 30, 40, 50], A=49)
    assert {move[-1] for move in game.legal_moves()} == {"A", "B", "C", "D"}
    game = game.play("30B")
    assert game.legal_moves() == ["20B", "40B", "50B"]
    assert refused(game, "40C") in ("R24", "R25", "R26")


def test_r24_covering_the_command_first_frees_the_turn() -> None:
    game = solo([20, 30, 40, 50], A=49).play("50A")
    assert game.legal_moves() == ["20B", "20C", "20D", "30B", "30C", "30D", "40A", "40B", "40C", "40D"]


def test_r24_covered_by_another_one_pile_the_turn_stays_on_it() -> None:
    game = solo([20, 50, 53, 52], A=49).play("52A")
    assert game.legal_moves() == ["53A"]


def test_r24_each_turn_chooses_anew() -> None:
    game = play(table([[40, 41, 42], [50, 51]], A=49), "40B 41B end")
    assert {move[-1] for move in game.legal_moves()} == {"A", "B", "C", "D"}


def test_r24_stuck_on_the_fixed_pile_is_stuck() -> None:
    assert lost(solo([31, 32, 40], A=49), "40B", "stuck")
    assert solo([31, 32, 40], A=49).play("31B").status == "playing"


def test_r25_one_pile_in_mid_turn_takes_the_next_card_on_itself() -> None:
    game = play(solo([20, 40, 49, 50, 60]), "40A 49B")
    assert game.legal_moves() == ["50B", "60B", "end"]
    # The next card covers it, and the turn is free again.
    assert {move[-1] for move in game.play("50B").legal_moves() if move != "end"} == {"A", "B", "C", "D"}


def test_r25_one_pile_as_first_card_takes_the_next_one_too() -> None:
    assert solo([20, 40, 49, 50]).play("49B").legal_moves() == ["50B"]


def test_r25_a_later_one_pile_fixes_its_own_pile() -> None:
    game = play(solo([13, 14, 20, 49, 50, 60]), "49B 50B 14C")
    assert game.legal_moves() == ["13C", "end"]


def test_r25_strict_one_pile_must_follow_the_earlier_cards() -> None:
    game = solo([40, 41, 49, 50], one_pile="strict")
    assert lost(game, "40A 49B", "one-pile-broken")
    assert lost(game, "40B 41A 49B", "one-pile-broken")
    assert lost(game, "40B 41A 49A", "one-pile-broken")
    assert play(game, "40A 49A").status == "playing"
    assert play(game, "49A").status == "playing"


def test_r26_covering_one_of_two_one_piles_does_not_free() -> None:
    game = solo([50, 51, 60], A=49, C=87).play("50A")
    assert game.legal_moves() == ["51A", "60A"]


def test_r27_a_visible_draw_one_means_one_card() -> None:
    game = solo([40, 41, 50], [2, 3, 4, 5], A=25)
    assert play(game, "40B 41B end").hands == ((2, 50),)
    two = solo([40, 41, 50], [2, 3, 4, 5], A=25, C=76)
    assert play(two, "40B 41B end").hands == ((2, 50),)


def test_r27_a_covered_draw_one_means_a_full_hand() -> None:
    game = solo([40, 41, 50], [2, 3, 4, 5, 6, 7, 8, 9], A=25)
    assert len(play(game, "40A 41B end").hands[0]) == 8


def test_r27_it_is_read_at_the_draw() -> None:
    game = solo([25, 40, 50, 51], [2, 3, 4, 5])
    assert play(game, "40A 25C end").hands == ((2, 50, 51),)
    assert play(game, "25A 40A end").hands == ((2, 3, 4, 5, 50, 51),)


def test_r28_drawing_is_automatic() -> None:
    game = play(table([[40, 41, 50], [60]], [2, 3, 4, 5, 6, 7, 8]), "40A 41A end")
    assert (game.hands[0], game.draw) == ((2, 3, 4, 5, 6, 7, 50), (8,))
    assert game.active == 1


def test_r29_a_short_draw_pile_gives_what_is_left() -> None:
    game = play(table([[40, 41, 50], [60]], [7, 8], "base"), "40A 41A end")
    assert (game.hands, game.draw) == (((7, 8, 50), (60,)), ())
    assert game.minimum == 1


def test_r30_a_hand_shorter_than_the_minimum_loses() -> None:
    game = table([[40], [50, 51]])
    assert (game.status, game.minimum) == ("playing", 2)
    assert lost(game, "40A", "stuck")
    assert game.play("40A").score == 2 + len(SPARE)


def test_r30_a_stop_saves_a_short_hand() -> None:
    assert turn_over(table([[28], [50, 51]]).play("28A"))


def test_r30_lenient_asks_for_no_more_than_the_hand() -> None:
    game = table([[40], [50, 51]], short_hand="lenient")
    assert game.minimum == 1
    game = game.play("40A")
    assert turn_over(game)
    assert game.minimum == 2
    assert table([[40, 41], [50]], edition="expert", short_hand="lenient").minimum == 2
    assert table([[40, 41, 42], [50]], short_hand="lenient").minimum == 2
