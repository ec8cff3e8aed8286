"""What kind of mistake a turn was: in what it differs from the champion's, the most telling difference first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..messages import MistakeKind
from ..rules import END, LOST, MOVES, PILES, STUCK, Card, Game
from ..table import PILE_SIGNALS, Signal


def kind_of(game: Game, signals: Sequence[Signal], played: Sequence[str], plan: Sequence[str]) -> MistakeKind:
    """Return what kind of mistake it was to play this turn rather than the champion's plan."""
    ours, best = _Way.of(game, played), _Way.of(game, plan)
    if ours.broken or ours.marked != best.marked:
        return "command"
    if any(ours.gone[pile] > best.gone[pile] for pile in _spoken_of(signals)):
        return "signal"
    if ours.backwards < best.backwards:
        return "ten-back"
    if ours.pairs < best.pairs:
        return "pair"
    if len(ours.cards) != len(best.cards):
        return "more" if len(ours.cards) > len(best.cards) else "fewer"
    if ours.cards == best.cards:
        return "pile"
    return "room" if sum(ours.gone) > sum(best.gone) else "cards"


def _spoken_of(signals: Sequence[Signal]) -> set[int]:
    return {"ABCD".index(signal.pile) for signal in signals if signal.name in PILE_SIGNALS and signal.pile}


@dataclass(frozen=True, slots=True)
class _Way:
    """What a way to play a turn did."""

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
        before, after = game, game
        for move in moves:
            after = after.play(move)
        tops, gone, backwards = list(before.tops), [0] * len(PILES), 0
        cards = frozenset(MOVES[move][0] for move in moves if move != END)
        for card, pile in (MOVES[move] for move in moves if move != END):
            step = PILES[pile].step(tops[pile], card)
            tops[pile], backwards = card, backwards + (step < 0)
            gone[pile] += step
        kept = set(before.hands[before.active]) - cards
        marked = frozenset(card for card in cards if before.rules.marks[card])
        broken = after.status == LOST and after.reason != STUCK
        return cls(cards, marked, tuple(gone), backwards, sum(card + 10 in kept for card in kept), broken)
