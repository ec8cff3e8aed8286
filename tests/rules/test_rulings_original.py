"""R1 to R8: the original game."""

from collections import Counter
from typing import Any

import pytest
from positions import KINDS, OWN_MAP, refused, solo, table

from nonante import BadInput, Game, IllegalMove, Rules

FOUR_OF_EACH: dict[str | None, int] = {None: 70} | dict.fromkeys(KINDS, 4)


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
