"""R38 to R41: fire."""

import pytest
from positions import OWN_MAP, lost, play, solo, table, turn_over

from nonante import BadInput, Game, Rules

FIRES = (22, 33, 44, 55, 66, 77)


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
