"""Reference players: the simplest ones once more in plain Python, to check the kernel and where there is none."""

from __future__ import annotations

from collections.abc import Sequence

from ..players import SilentPlayer
from ..rules import END, View
from ..rules.deal import GOLDEN, MASK, mix
from ..table import Signal


class RandomStream:
    """The random numbers of one game, in the kernel's order: all seats of a reference table draw from one stream."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def below(self, count: int) -> int:
        """Return a number from 0 to `count` - 1."""
        self._state = (self._state + GOLDEN) & MASK
        return ((mix(self._state) >> 32) * count) >> 32


class RandomReference(SilentPlayer):
    """Plays any legal move with the same chance."""

    def __init__(self, stream: RandomStream) -> None:
        self._stream = stream

    def plan(self, view: View, signals: Sequence[Signal] = ()) -> list[str]:  # noqa: ARG002 - of the protocol
        """Return one legal move: the next question comes after it."""
        moves = view.legal_moves()
        return [moves[self._stream.below(len(moves))]]


class NearestReference(SilentPlayer):
    """Lays the card nearest to a pile, a retro counting -10; beyond the minimum only retros."""

    def plan(self, view: View, signals: Sequence[Signal] = ()) -> list[str]:  # noqa: ARG002 - of the protocol
        """Return the legal move with the shortest step, on the first pile where several are as short."""
        lays = [move for move in view.legal_moves() if move != END]
        best = min(lays, key=lambda move: (_step(view, move), move[-1]), default=END)
        if len(view.laid_this_turn) >= view.minimum and (best == END or _step(view, best) > 0):
            return [END]
        return [best]


def random_team(seed: int, seats: int) -> list[RandomReference]:
    """Return random players for all seats of a game."""
    stream = RandomStream(seed)
    return [RandomReference(stream) for _ in range(seats)]


def nearest_team(seed: int, seats: int) -> list[NearestReference]:  # noqa: ARG001 - nothing here is left to chance
    """Return nearest players for all seats of a game."""
    return [NearestReference() for _ in range(seats)]


def _step(view: View, move: str) -> int:
    pile = "ABCD".index(move[-1])
    step = int(move[:-1]) - view.tops[pile]
    return step if pile < 2 else -step
