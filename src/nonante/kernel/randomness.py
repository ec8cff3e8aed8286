"""Random numbers by SplitMix64, the same as in rules/."""

from __future__ import annotations

from typing import Any

from ..rules import deal
from .compiling import COMPILED, Word, inlined, inner, int64
from .layout import State

if COMPILED:
    import numpy as np

    uint64: Any = np.uint64
    GOLDEN, _MIX_1, _MIX_2 = uint64(deal.GOLDEN), uint64(deal.MIX_1), uint64(deal.MIX_2)
    _U1, _U27, _U30, _U31, _U32 = uint64(1), uint64(27), uint64(30), uint64(31), uint64(32)

    @inner
    def mix(word: Word) -> Word:
        """Return the output function of SplitMix64."""
        word = (word ^ (word >> _U30)) * _MIX_1
        word = (word ^ (word >> _U27)) * _MIX_2
        return word ^ (word >> _U31)

    @inlined
    def game_seed(run_seed: Word, game: Word) -> Word:
        """Return the seed from which game number `game`, from 0, of a run is dealt."""
        return mix(mix(run_seed) + GOLDEN * (game + _U1))

    @inner
    def shuffle(cards: list[int], count: int, seed: Word) -> None:
        """Shuffle as `rules.shuffled` does: two swaps a random word."""
        seed = uint64(seed)
        word = seed
        for swap in range(count - 1):
            last = count - 1 - swap
            if swap & 1 == 0:
                seed += GOLDEN
                word = mix(seed)
            else:
                word <<= _U32
            pick = int64(((word >> _U32) * uint64(last + 1)) >> _U32)
            kept = cards[last]
            cards[last] = cards[pick]
            cards[pick] = kept

    @inner
    def random_below(state: State, count: int) -> int:
        """Return a random number from 0 to count - 1 out of the players' stream."""
        seed = uint64(state.random) + GOLDEN
        state.random = int64(seed)
        below: int = int64(((mix(seed) >> _U32) * uint64(count)) >> _U32)
        return below

else:
    uint64, GOLDEN = int, deal.GOLDEN

    def mix(word: Word) -> Word:
        """Return the output function of SplitMix64."""
        return deal.mix(int(word))

    def game_seed(run_seed: Word, game: Word) -> Word:
        """Return the seed from which game number `game`, from 0, of a run is dealt."""
        return deal.deal_seed(run_seed & deal.MASK, game)

    def shuffle(cards: list[int], count: int, seed: Word) -> None:
        """Shuffle the first cards."""
        for place, card in enumerate(deal.shuffled([cards[place] for place in range(count)], int(seed))):
            cards[place] = card

    def random_below(state: State, count: int) -> int:
        """Return a random number from 0 to count - 1 out of the players' stream."""
        state.random = state.random + GOLDEN & deal.MASK
        return (deal.mix(state.random) >> 32) * count >> 32
