"""A pile knows its direction: how far a card goes, what goes back, what it takes."""

from __future__ import annotations

import pytest

from nonante.rules import PILES, IllegalMove, Rules, check_lay


@pytest.mark.parametrize("pile", [0, 1])
def test_an_ascending_pile_takes_what_is_higher_or_exactly_ten_lower(pile: int) -> None:
    way = PILES[pile]
    assert way.ascending
    assert (way.step(47, 50), way.step(47, 37), way.back(47)) == (3, -10, 37)
    assert [card for card in range(2, 100) if way.takes(90, card)] == [80, *range(91, 100)]


@pytest.mark.parametrize("pile", [2, 3])
def test_a_descending_pile_takes_what_is_lower_or_exactly_ten_higher(pile: int) -> None:
    way = PILES[pile]
    assert not way.ascending
    assert (way.step(65, 60), way.step(65, 75), way.back(65)) == (5, -10, 75)
    assert [card for card in range(2, 100) if way.takes(10, card)] == [*range(2, 10), 20]


@pytest.mark.parametrize("pile", range(4))
def test_a_hand_has_a_card_for_a_pile_where_one_of_its_cards_fits(pile: int) -> None:
    way = PILES[pile]
    for top in range(2, 100):
        for hand in ([], [12], [12, 88], [40, 41, 60]):
            assert way.goes_on(top, hand) == any(way.step(top, card) > 0 for card in hand)
            assert way.takes_any(top, hand) == any(way.takes(top, card) for card in hand)


@pytest.mark.parametrize("pile", range(4))
def test_the_rules_lay_exactly_what_a_pile_takes(pile: int) -> None:
    marks, tops = Rules.edition("base").marks, (47, 90, 65, 10)
    for card in set(range(2, 100)) - set(tops):
        try:
            check_lay(marks, tops, -1, card, pile)
        except IllegalMove:
            assert not PILES[pile].takes(tops[pile], card)
        else:
            assert PILES[pile].takes(tops[pile], card)
