"""One test or more for every numbered ruling that the engine decides: what it allows, what it punishes.

The commands are those of the house map:
stop 6 28 73 95, skull 17 31 70 84, three 10 39 62 91, silence 3 45 56 98,
no-retro 21 36 65 80, one-pile 14 49 52 87, draw-one 25 42 59 76.
"""

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from nonante import BadInput, Game, IllegalMove, Rules

KINDS = ("stop", "skull", "three", "silence", "no-retro", "one-pile", "draw-one")
FIRES = (22, 33, 44, 55, 66, 77)
FOUR_OF_EACH: dict[str | None, int] = {None: 70} | dict.fromkeys(KINDS, 4)
OWN_MAP = {kind: list(range(first, 100, 25)) for first, kind in enumerate(KINDS, start=2)}

# Cards nobody looks at: a draw pile that keeps the minimum at its full height.
SPARE = (67, 68, 69, 71, 72, 74, 75, 78, 79)


def table(
    hands: list[list[int]],
    draw: Iterable[int] = SPARE,
    edition: str = "extreme",
    active: int = 0,
    **rest: Any,
) -> Game:
    """A position; capital letters among the rest are piles, the others options of the rules."""
    piles = {name: value for name, value in rest.items() if name in "ABCD"}
    options = {name: value for name, value in rest.items() if name not in piles}
    rules = Rules.edition(edition, players=len(hands), **options)
    return Game.arrange(rules, piles=piles, hands=hands, draw=list(draw), active=active)


def solo(hand: list[int], draw: Iterable[int] = SPARE, edition: str = "extreme", **rest: Any) -> Game:
    return table([hand], draw, edition, **rest)


def play(game: Game, moves: str) -> Game:
    for move in moves.split():
        game = game.play(move)
    return game


def refused(game: Game, move: str) -> str:
    """The rule an illegal move is refused by."""
    assert move not in game.legal_moves()
    with pytest.raises(IllegalMove) as caught:
        game.play(move)
    return caught.value.rule


def lost(game: Game, moves: str, reason: str) -> bool:
    """Every one of the moves is legal, and the last one loses."""
    game = play(game, moves)
    return (game.status, game.reason) == ("lost", reason)


def turn_over(game: Game) -> bool:
    return game.status == "playing" and game.turn == 2 and not game.laid_this_turn


# --- R1 to R8: the original game --------------------------------------------------------------------------


def test_r1_the_score_counts_cards_in_hands_and_draw_pile() -> None:
    game = table([[50, 60], [2, 99, 98]], [70], "base", A=90, B=92, C=10, D=9)
    assert (game.status, game.score) == ("lost", 6)
    assert table([[50, 60]], [70], "base").score == 3


@pytest.mark.parametrize(("left", "grade"), [(1, "excellent"), (9, "excellent"), (10, "lost")])
def test_r2_one_to_nine_cards_left_is_excellent(left: int, grade: str) -> None:
    game = solo([50], range(60, 59 + left), "base", A=90, B=92, C=10, D=9)
    assert (game.status, game.score, game.grade) == ("lost", left, grade)


def test_r2_no_card_left_makes_champions() -> None:
    game = solo([50], [], "base")
    assert game.grade is None
    game = game.play("50A")
    assert (game.status, game.reason, game.score, game.grade) == ("won", None, 0, "champions")


def test_r3_a_falling_pile_takes_exactly_ten_higher() -> None:
    game = solo([20, 39, 40, 41], edition="base", A=99, B=98, C=30, D=2)
    assert game.legal_moves() == ["20C", "40C"]
    assert refused(game, "39C") == refused(game, "41C") == "1.4"


def test_r3_a_rising_pile_takes_exactly_ten_lower() -> None:
    game = solo([36, 37, 38, 57], edition="base", A=47, B=99, C=2, D=3)
    assert game.legal_moves() == ["37A", "57A"]
    assert refused(game, "36A") == refused(game, "38A") == "1.4"


def test_r4_on_a_bare_pile_nothing_is_a_retro() -> None:
    # No-retro shows on B, yet everything goes on the bare piles, ten away from the base card too.
    game = solo([2, 11, 90, 99], B=36)
    for card in (2, 11, 90, 99):
        assert {f"{card}A", f"{card}C", f"{card}D"} <= set(game.legal_moves())


def test_r5_any_seat_may_start() -> None:
    dealt = Game.deal(Rules.edition("base", players=3), seed=7)
    game = dealt.start_with(2)
    assert (dealt.active, game.active, game.turn) == (0, 2, 1)
    assert (game.hands, game.draw) == (dealt.hands, dealt.draw)
    assert game.start_with(1).active == 1
    with pytest.raises(BadInput):
        dealt.start_with(3)


def test_r5_the_start_is_settled_with_the_first_card() -> None:
    game = Game.deal(Rules.edition("base", players=3), seed=7)
    started = game.play(game.legal_moves()[0])
    with pytest.raises(IllegalMove) as caught:
        started.start_with(1)
    assert caught.value.rule == "R5"


@pytest.mark.parametrize("commands", ["house", OWN_MAP])
def test_r7_seven_kinds_of_four_cards(commands: Any) -> None:
    rules = Rules.edition("extreme", commands=commands)
    assert Counter(rules.command_of(card) for card in range(2, 100)) == FOUR_OF_EACH


def test_r7_the_house_map_is_symmetric_and_has_the_known_card() -> None:
    rules = Rules.edition("extreme")
    assert rules.command_of(21) == "no-retro"
    for card in range(2, 100):
        assert rules.command_of(card) == rules.command_of(101 - card)


def test_r7_a_seeded_map_follows_the_seed() -> None:
    rules = Rules.edition("extreme", commands="seeded")
    maps = []
    for seed in (1, 1, 2):
        dealt = Game.deal(rules, seed=seed).rules
        maps.append([dealt.command_of(card) for card in range(2, 100)])
    assert maps[0] == maps[1] != maps[2]
    assert Counter(maps[2]) == FOUR_OF_EACH


@pytest.mark.parametrize(
    "stop",
    [[2, 27, 52], [2, 27, 52, 77, 99], [2, 27, 52, 3], [2, 27, 52, 52], [1, 27, 52, 77], [100, 27, 52, 77]],
    ids=["three only", "five", "of two kinds", "twice", "below 2", "above 99"],
)
def test_r7_a_map_of_ones_own_is_checked(stop: list[int]) -> None:
    with pytest.raises(BadInput):
        Rules.edition("extreme", commands={**OWN_MAP, "stop": stop})


def test_r7_a_map_names_all_seven_kinds() -> None:
    with pytest.raises(BadInput):
        Rules.edition("extreme", commands={kind: OWN_MAP[kind] for kind in KINDS[1:]})


# --- R9 to R21: the commands of one turn ------------------------------------------------------------------


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


# --- R22 to R30: the lasting commands ---------------------------------------------------------------------


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


# --- R31 to R37: ends, turns, expert ----------------------------------------------------------------------


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


# --- R38 to R41: fire -------------------------------------------------------------------------------------


def test_r38_fire_as_the_last_card_wins() -> None:
    assert solo([44], [], "on-fire").play("44A").status == "won"
    assert play(solo([44, 50], [], "on-fire"), "44A 50B").status == "won"


def test_r38_an_older_fire_is_still_due() -> None:
    game = solo([44], [], "on-fire", C=66).play("44A")
    assert (game.status, game.reason, game.score) == ("lost", "fire-uncovered", 1)
    assert solo([44], [], "on-fire", C=66).play("44C").status == "won"


def test_r39_fire_may_cover_fire_and_has_its_own_deadline() -> None:
    game = table([[44, 50, 60], [51, 52, 53]], edition="on-fire", A=33)
    game = play(game, "44A 50B end")
    assert game.status == "playing"
    assert lost(game, "51B 52B end", "fire-uncovered")
    assert play(game, "51A 52B end").status == "playing"


def test_r39_every_due_fire_must_be_covered() -> None:
    game = solo([34, 40, 50, 60], edition="on-fire", A=33, C=66)
    assert lost(game, "34A 40A end", "fire-uncovered")
    assert turn_over(play(game, "34A 40C end"))


def test_r40_fire_is_due_at_the_end_of_the_next_turn() -> None:
    game = play(table([[44, 45, 46, 47], [50, 51, 52]], edition="on-fire"), "44A 45B end")
    assert lost(game, "50B 51B end", "fire-uncovered")
    assert play(game, "50B 51A end").status == "playing"


def test_r40_whoever_lays_fire_may_cover_it() -> None:
    game = play(table([[44, 45, 46], [50, 51, 52]], edition="on-fire"), "44A 45A end")
    assert play(game, "50B 51B end").status == "playing"


def test_r40_the_next_player_is_one_who_holds_cards() -> None:
    game = play(table([[44, 46], [], [50, 51], [60]], [], "on-fire"), "44A end")
    assert game.active == 2
    assert lost(game, "50B end", "fire-uncovered")
    assert play(game, "50A end").active == 3


def test_r40_alone_it_is_ones_own_next_turn() -> None:
    game = play(solo([44, 45, 50, 51, 52], edition="on-fire"), "44A 45B end")
    assert game.status == "playing"
    assert lost(game, "50B 51B end", "fire-uncovered")
    assert play(game, "50A 51A end").status == "playing"


def test_r41_fire_and_commands_are_separate_choices() -> None:
    extreme, fire, both = (Rules.edition(name) for name in ("extreme", "on-fire", "on-fire+extreme"))
    assert not any(extreme.is_fire(card) for card in FIRES)
    assert all(fire.command_of(card) is None for card in range(2, 100))
    assert [card for card in range(2, 100) if both.is_fire(card)] == list(FIRES)
    assert [both.command_of(card) for card in (28, 31, 39)] == ["stop", "skull", "three"]


@pytest.mark.parametrize("seed", range(20))
def test_r41_a_fire_number_carries_no_command(seed: int) -> None:
    rules = Game.deal(Rules.edition("on-fire+extreme", commands="seeded"), seed=seed).rules
    assert not any(rules.command_of(card) for card in FIRES)


def test_r41_a_map_of_ones_own_may_not_use_a_fire_number() -> None:
    own = {**OWN_MAP, "stop": [22, 27, 52, 77]}
    assert Rules.edition("extreme", commands=own).command_of(22) == "stop"
    with pytest.raises(BadInput):
        Rules.edition("on-fire+extreme", commands=own)


def test_r41_a_stop_ends_the_turn_under_a_due_fire() -> None:
    game = solo([28, 50, 73], edition="on-fire+extreme", A=44)
    assert lost(game, "28B", "fire-uncovered")
    assert turn_over(game.play("73A"))


# --- R43 and R44: lost there and then, and why -------------------------------------------------------------

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


# --- all of them ------------------------------------------------------------------------------------------

ELSEWHERE = {
    "R6": "which signals exist is the table's business",
    "R8": "signals about commands are the table's business",
    "R33": "the log is kept by the table",
    "R42": "signals about fire are the table's business",
    "R45": "how computer players talk is the players' business",
    "R46": "where undo is on by default is the table's business",
    "R47": "which talk is closed is the table's business",
    "R48": "signals about commands are the table's business",
    "R49": "the chat's filter is the table's business",
    "R50": "known deals are marked by the table",
}


def test_every_ruling_has_a_test_or_a_reason() -> None:
    tested = {found[1].upper() for name in globals() if (found := re.match(r"test_(r\d+)_", name))}
    assert not tested & set(ELSEWHERE)
    assert tested | set(ELSEWHERE) == {f"R{number}" for number in range(1, 51)}
