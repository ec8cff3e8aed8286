"""The seeded shuffle: vectors for whoever writes it again in another language."""

from __future__ import annotations

import pytest

from nonante import BadInput, Game, Rules
from nonante.rules import DECK, FIRE_CARDS, CommandMap, shuffled_deck
from nonante.rules.deal import deal_seed

# seed -> the first eight cards of the deck, and its last four
VECTORS = {
    0: ([65, 21, 58, 36, 87, 97, 60, 53], [62, 43, 48, 88]),
    1: ([38, 26, 56, 22, 66, 43, 96, 82], [39, 73, 53, 57]),
    7: ([49, 68, 30, 34, 46, 52, 28, 4], [92, 3, 35, 40]),
    2**32: ([12, 27, 62, 76, 37, 79, 80, 17], [34, 22, 63, 77]),
    2**64 - 1: ([56, 51, 48, 5, 95, 42, 29, 31], [83, 99, 12, 89]),
}


@pytest.mark.parametrize("seed", VECTORS)
def test_vectors(seed: int) -> None:
    deck = shuffled_deck(seed)
    assert sorted(deck) == list(DECK)
    assert (deck[:8], deck[-4:]) == VECTORS[seed]


def test_the_first_words_are_those_of_splitmix64() -> None:
    """The generator's published first word for seed 0 decides the first two swaps."""
    word = 0xE220A8397B1DCDAF
    deck = list(DECK)
    for last, bits in ((97, word >> 32), (96, word & 0xFFFFFFFF)):
        pick = bits * (last + 1) >> 32
        deck[last], deck[pick] = deck[pick], deck[last]
    assert shuffled_deck(0)[-2:] == deck[-2:]


def test_seats_are_dealt_in_order_and_the_rest_is_the_draw_pile() -> None:
    deck = shuffled_deck(7)
    game = Game.deal(Rules.edition("base", players=3), seed=7)
    assert game.hands == tuple(tuple(sorted(deck[6 * seat : 6 * seat + 6])) for seat in range(3))
    assert list(game.draw) == deck[18:]


def test_seeded_command_map_vector() -> None:
    groups = Game.deal(Rules.edition("extreme", commands="seeded"), seed=7).rules.commands
    assert groups is not None
    assert groups.groups[:2] == ((38, 57, 80, 98), (8, 25, 71, 93))
    assert groups.groups[6] == (2, 10, 28, 59)


def test_seeded_maps_differ_by_seed_and_leave_fire_numbers_alone() -> None:
    maps = [CommandMap.SEEDED.resolve(seed) for seed in range(50)]
    assert len({commands.groups for commands in maps}) == 50
    assert not any(card in group for commands in maps for group in commands.groups for card in FIRE_CARDS)


def test_the_games_of_a_run_are_dealt_from_seeds_of_their_own() -> None:
    assert [deal_seed(7, 0), deal_seed(7, 1), deal_seed(2**64 - 1, 0)] == [
        9_672_475_392_221_035_855,
        5_573_481_420_429_128_725,
        11_923_130_667_873_509_210,
    ]
    assert len({deal_seed(run, game) for run in range(30) for game in range(30)}) == 900


def test_a_map_with_numbers_is_not_drawn_again() -> None:
    assert CommandMap.HOUSE.resolve(3) is CommandMap.HOUSE


@pytest.mark.parametrize("seed", [-1, 2**64, 1.0, "7", None, True])
def test_a_bad_seed_is_refused(seed: object) -> None:
    with pytest.raises(BadInput, match="not a seed"):
        Game.deal(Rules.edition("base"), seed)  # type: ignore[arg-type]  # that is the point
