"""What a turn cost, how sure that is, which mark it gets, and what kind of mistake it was."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, sqrt
from typing import Any, Final

from ..messages import MistakeKind, TurnMark
from ..rules import END, LETTERS, LOST, MOVES, PILES, STUCK, Card, Game
from ..table import PILE_SIGNALS, Signal
from .replay import position_after

MARKS: Final[tuple[tuple[float, TurnMark], ...]] = ((8.0, "blunder"), (4.0, "mistake"), (2.0, "doubtful"))
"""Marks with the points from which they are given."""
BEYOND: Final = 2.33
"""Joint standard errors that a loss must exceed to be marked: 99%."""
WORLDS: Final = 192
"""In so many worlds every turn is judged that may have cost something."""
_MOST_WORLDS: Final = 256 * WORLDS  # of a turn whose mark is in doubt


def mark_of(loss: float, error: float | None) -> TurnMark | None:
    """Return how costly a turn was beyond the noise, given the standard error of its loss."""
    if error is None or loss <= BEYOND * error:
        return None
    return next((mark for points, mark in MARKS if loss >= points), None)


def accuracy(loss: float) -> float:
    """Return how good a decision was, from 0 to 100.

    >>> [round(accuracy(loss)) for loss in (0, 2, 4, 8)]
    [100, 80, 64, 40]
    """
    return min(100.0, max(0.0, 103.1668100711649 * exp(-0.04354415386753951 * 2.5 * loss) - 3.166924740191411))


@dataclass(slots=True)
class LossEstimate:
    """What a turn cost against the champion's, worked out in more and more worlds."""

    worlds: int = 0
    looks: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, apart: Any) -> None:
        """Count what was given away in some more worlds."""
        self.worlds, self.looks = self.worlds + len(apart), self.looks + 1
        self.total, self.squares = self.total + float(apart.sum()), self.squares + float((apart**2).sum())

    @property
    def loss(self) -> float:
        """What the turn cost on average, never less than nothing."""
        return max(0.0, self.total / self.worlds)

    @property
    def error(self) -> float:
        """The standard error of that."""
        mean = self.total / self.worlds
        return sqrt(max(0.0, self.squares / self.worlds - mean**2) / self.worlds)

    @property
    def in_doubt(self) -> bool:
        """Whether other worlds might well lead to another mark, and there may be more of them."""
        near = (BEYOND + WORLDS / self.worlds) * self.error  # with several looks, the first must be clearer
        return self.worlds < _MOST_WORLDS and any(abs(self.loss - points) < near for points, _ in MARKS)


# --- what kind of mistake it was --------------------------------------------------------------------------------------


def kind_of(game: Game, signals: Sequence[Signal], played: Sequence[str], plan: Sequence[str]) -> MistakeKind:
    """Return what kind of mistake it was to play this turn rather than the champion's plan."""
    ours, best = _Way.of(game, played), _Way.of(game, plan)
    if ours.broken or ours.marked != best.marked:
        return "command"
    spoken_of = {LETTERS.index(signal.pile) for signal in signals if signal.name in PILE_SIGNALS and signal.pile}
    if any(ours.gone[pile] > best.gone[pile] for pile in spoken_of):
        return "signal"
    if ours.backwards < best.backwards:
        return "ten-back"
    if ours.pairs + ours.backwards < best.pairs + best.backwards:  # a pair that went back was not lost
        return "pair"
    if len(ours.cards) != len(best.cards):
        return "more" if len(ours.cards) > len(best.cards) else "fewer"
    if ours.cards == best.cards:
        return "pile"
    return "room" if sum(ours.gone) > sum(best.gone) else "cards"


@dataclass(frozen=True, slots=True)
class _Way:
    """Properties of one way to play a turn."""

    cards: frozenset[Card]
    marked: frozenset[Card]
    """Those that carry a command or fire."""
    gone: tuple[int, ...]
    """How far each pile went."""
    backwards: int
    """Backwards tricks."""
    pairs: int
    """Pairs of ten that stay in the hand."""
    broken: bool
    """Whether it lost the game by breaking a command."""

    @classmethod
    def of(cls, game: Game, moves: Sequence[str]) -> _Way:
        after = position_after(game, moves)
        tops, gone, backwards = list(game.tops), [0] * len(PILES), 0
        cards = frozenset(MOVES[move][0] for move in moves if move != END)
        for card, pile in (MOVES[move] for move in moves if move != END):
            step = PILES[pile].step(tops[pile], card)
            tops[pile], backwards = card, backwards + (step < 0)
            gone[pile] += step
        kept = set(game.hands[game.active]) - cards
        marked = frozenset(card for card in cards if game.rules.marks[card])
        broken = after.status == LOST and after.reason != STUCK
        return cls(cards, marked, tuple(gone), backwards, sum(card + 10 in kept for card in kept), broken)
