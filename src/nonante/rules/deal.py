"""The seeded shuffle: SplitMix64 and Fisher-Yates on 64-bit integers, the same in every version on every platform."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .cards import DECK, Card
from .errors import BadInput

MASK: Final = (1 << 64) - 1
GOLDEN: Final = 0x9E3779B97F4A7C15
"""What SplitMix64 adds to its state for every word."""
MIX_1: Final = 0xBF58476D1CE4E5B9
MIX_2: Final = 0x94D049BB133111EB


def mix(word: int) -> int:
    """Return the output function of SplitMix64.

    >>> mix(GOLDEN)
    16294208416658607535
    """
    word = ((word ^ (word >> 30)) * MIX_1) & MASK
    word = ((word ^ (word >> 27)) * MIX_2) & MASK
    return word ^ (word >> 31)


def check_seed(seed: object) -> int:
    """Return `seed` if it is a whole number of 64 bits."""
    if type(seed) is not int or not 0 <= seed <= MASK:
        raise BadInput("seed", value=seed)
    return seed


def shuffled(cards: Sequence[Card], seed: int) -> list[Card]:
    """Return the cards in the order that `seed` gives.

    Fisher-Yates from the last place down. Each swap takes 32 random bits, and picks their product with the number of
    places, divided by 2**32. The bits come from SplitMix64: the upper half of each word, then its lower half.
    """
    deck = list(cards)
    for last in range(len(deck) - 1, 0, -2):
        seed = (seed + GOLDEN) & MASK
        word = mix(seed)
        pick = (word >> 32) * (last + 1) >> 32
        deck[last], deck[pick] = deck[pick], deck[last]
        pick = (word & 0xFFFFFFFF) * last >> 32  # where one place is left, it changes with itself
        deck[last - 1], deck[pick] = deck[pick], deck[last - 1]
    return deck


def shuffled_deck(seed: int) -> list[Card]:
    """Return the 98 cards in the order of `seed`; seat 0 is dealt the first ones, the draw pile the last."""
    return shuffled(DECK, check_seed(seed))


def deal_seed(run_seed: int, game: int) -> int:
    """Return the seed that deals game number `game` (from 0) of a run.

    >>> deal_seed(7, 0)
    9672475392221035855
    """
    return mix((mix(run_seed) + GOLDEN * (game + 1)) & MASK)
