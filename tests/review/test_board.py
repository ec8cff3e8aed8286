"""A position from what one seat knows: it fits every known card, hides the others, and refuses what cannot be."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from nonante.players import player
from nonante.review import Board
from nonante.rules import DECK, Game, NonanteError, Rules

BASE = Rules.edition("base", players=3)
HAND = [12, 50, 60, 70, 80, 90]


def board(**changed: Any) -> Board:
    known: dict[str, Any] = {"rules": BASE, "piles": {"A": 47, "C": 65}, "hand": HAND, "laid": [3, 5, 7, 47]}
    return Board(**{**known, **changed})


def test_everything_known_is_as_it_was_entered_and_everything_else_is_hidden() -> None:
    game = board().game()
    assert game.piles == {"A": 47, "B": 1, "C": 65, "D": 100}
    assert list(game.hands[0]) == HAND
    assert [len(hand) for hand in game.hands] == [6, 6, 6]
    left = {card for hand in game.hands for card in hand} | set(game.draw)
    assert left == set(DECK) - {3, 5, 7, 47, 65}
    assert game.view(0).draw_count == 98 - 5 - 18


@given(st.integers(0, 2**64 - 1))
@settings(max_examples=20)
def test_the_hidden_cards_change_nothing_that_the_seat_sees(seed: int) -> None:
    assert board().game(seed).view(0) == board().game().view(0)


def test_a_position_of_any_game_can_be_set_up() -> None:
    game = Game.deal(BASE, seed=5)
    while game.turn < 12:
        game = game.play(player("novice").plan(game.view(game.active))[0])
    view = game.view(game.active)
    laid = set(DECK) - set(view.hand) - set(view.unseen)
    others = [*view.counts[game.active + 1 :], *view.counts[: game.active]]
    again = Board(BASE, view.piles, view.hand, sorted(laid), others).game().view(0)
    assert (again.hand, again.unseen, again.tops, again.draw_count) == (
        view.hand,
        view.unseen,
        view.tops,
        view.draw_count,
    )


def test_with_few_cards_left_the_others_share_them() -> None:
    few = board(hand=[12], laid=[card for card in DECK if card not in (12, 20, 30, 40)])
    assert [len(hand) for hand in few.game().hands] == [1, 2, 1]
    assert [len(hand) for hand in board(hand=[12], laid=few.laid, others=[0, 3]).game().hands] == [1, 0, 3]


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"hand": [12, 12, 60, 70, 80, 90]}, "double"),
        ({"hand": [47, 50, 60, 70, 80, 90]}, "double"),
        ({"hand": [1, 50, 60, 70, 80, 90]}, "card"),
        ({"laid": [120]}, "card"),
        ({"piles": {"A": 100}}, "top"),
        ({"piles": {"E": 51}}, "pile"),
        ({"piles": {"A": 47, "B": 47}}, "double"),
        ({"piles": {}}, "board-bare"),
        ({"hand": [*HAND, 91]}, "board-hand"),
        ({"hand": HAND[:5]}, "board-short"),
        ({"hand": [], "laid": DECK}, "board-empty"),
        ({"others": [6]}, "hands"),
        ({"others": [6, 5]}, "board-short"),
        ({"others": [6, -1]}, "board-cards"),
        ({"others": [60, 60]}, "board-cards"),
        ({"rules": Rules.edition("extreme", players=3, commands="seeded")}, "map-seed"),
    ],
)
def test_an_impossible_position_is_refused_with_the_reason(changed: dict[str, Any], code: str) -> None:
    with pytest.raises(NonanteError) as refused:
        board(**changed).game()
    assert refused.value.code == code


def test_in_extreme_a_hand_may_be_short_because_of_a_draw_one() -> None:
    assert len(board(rules=Rules.edition("extreme", players=3), hand=[12, 50]).game().hands[0]) == 2
