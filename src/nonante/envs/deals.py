"""Deals ahead of time: NumPy shuffles many decks at once, each exactly as ``Game.deal`` does from its seed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias, cast

import numpy as np
import numpy.typing as npt

from ..rules import BASES, DECK, Game, Rules
from ..rules.deal import GOLDEN, mix

_AHEAD: Final = 128
_Words: TypeAlias = npt.NDArray[np.uint64]
_mix: Final = cast(Callable[[_Words], _Words], mix)  # the operators of SplitMix64 work on whole arrays as on one word


class Dealer:
    """Deals game after game from random seeds; a new environment seed begins a new row of them."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._ready: list[tuple[int, list[int]]] = []
        self.seed(None)

    def seed(self, seed: int | None) -> None:
        """Begin the row of deals that follows from a seed, or any row."""
        self._random = np.random.default_rng(seed)
        self._ready.clear()

    def deal(self) -> Game:
        """Return the next deal; seat 0 begins."""
        if not self._ready:
            seeds = self._random.integers(0, 2**64, _AHEAD, np.uint64)
            self._ready = list(zip(seeds.tolist(), shuffled_decks(seeds).tolist(), strict=True))[::-1]
        seed, deck = self._ready.pop()
        return game_from_deck(self.rules.resolve(seed), deck)


def game_from_deck(rules: Rules, deck: list[int]) -> Game:
    """Return the game that this deck deals. On bare piles everything fits, so nothing can be lost yet."""
    size, players = rules.hand_size, rules.players
    hands = tuple([tuple(sorted(deck[size * seat : size * seat + size])) for seat in range(players)])
    return Game(rules, BASES, hands, tuple(deck[size * players :]), 0, 1, rules.minimum, BASES)


def shuffled_decks(seeds: npt.NDArray[np.uint64]) -> npt.NDArray[np.int64]:
    """Return a row of 98 cards for each seed, as `rules.shuffled_deck` orders them."""
    count = len(DECK)
    words = _mix(seeds[:, None] + np.uint64(GOLDEN) * np.arange(1, count // 2 + 1, dtype=np.uint64))
    halves = np.stack([words >> np.uint64(32), words & np.uint64(0xFFFFFFFF)], axis=2).reshape(len(seeds), count)
    places = np.arange(count, 1, -1, dtype=np.uint64)
    picks = (halves[:, : count - 1] * places >> np.uint64(32)).astype(np.int64).T
    # A column a deck, so that the row swapped lies in one piece, and the other ends are places in the flat array.
    decks = np.repeat(np.array(DECK)[:, None], len(seeds), axis=1)
    flat = decks.reshape(-1)
    for swap, pick in enumerate(picks * len(seeds) + np.arange(len(seeds))):
        row = decks[count - 1 - swap]
        kept = flat[pick]
        flat[pick] = row
        row[:] = kept
    return decks.T
