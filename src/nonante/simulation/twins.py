"""The simplest players once more in plain Python: for machines without the compiled kernel, and to check it."""

from __future__ import annotations

from ..rules import END, View
from ..rules.deal import MASK

GOLDEN = 0x9E3779B97F4A7C15
_SALT_PLAYERS = 0x706C617965727321  # "players!" in ASCII


def mix(word: int) -> int:
    """Return the output function of SplitMix64."""
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & MASK
    return word ^ (word >> 31)


def deal_seed(run_seed: int, game: int) -> int:
    """Return the seed from which game number `game`, from 0, of a run is dealt.

    >>> deal_seed(7, 0)
    9672475392221035855
    """
    return mix((mix(run_seed) + GOLDEN * (game + 1)) & MASK)


def players_seed(seed: int) -> int:
    """Return the seed of the players' own random numbers in the game dealt from `seed`."""
    return mix(seed ^ _SALT_PLAYERS)


class RandomPlayer:
    """Plays any legal move with the same chance. One object plays all seats of a game, in one stream of numbers."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def choose(self, view: View) -> str:
        """Return a legal move."""
        self._state = (self._state + GOLDEN) & MASK
        moves = view.legal_moves()
        return moves[((mix(self._state) >> 32) * len(moves)) >> 32]


class NearestPlayer:
    """Lays the card nearest to a pile, a retro counting -10; beyond the minimum only retros."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, view: View) -> str:
        """Return the legal move with the shortest step, on the first pile where several are as short."""
        lays = [move for move in view.legal_moves() if move != END]
        best = min(lays, key=lambda move: (_step(view, move), move[-1]), default=END)
        if len(view.laid_this_turn) >= view.minimum and (best == END or _step(view, best) > 0):
            return END
        return best


def _step(view: View, move: str) -> int:
    pile = "ABCD".index(move[-1])
    step = int(move[:-1]) - view.tops[pile]
    return step if pile < 2 else -step
