"""How the champion thinks, in plain Python: what runs where the compiled thinking (`kernel`) cannot be had.

1. It finds the turns worth a look (`turns`): in depth, on each pile the nearest cards and those that go ten back.
2. It scores where each of them leads at a glance, and keeps the best for a closer look (`shortlist`).
3. It values these by a network, which reads the features of a turn's end, and takes the best (`think`).

The compiled champion does the same: a test holds both to the same turn, wherever rounding does not decide. Left out
here is its look ahead, a hundred searches more, and the room that its search then has; both would take seconds.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from operator import mul
from typing import Final, NamedTuple

from ..turn import ANY_STEP, ENDED, LONGEST, LOST, WON, Frame, Moment, Plan, Scope, plans_in_depth
from .features import End, Features

WON_VALUE: Final = 1e9
LOST_VALUE: Final = -1e9

_DRAWING: Final = Scope(width=4, narrow=2, reach=8, extra=3, far_pairs=True)
_LAST: Final = Scope(width=4, narrow=3, reach=30, extra=4, far_pairs=True)  # once the draw pile is empty
_ALONE: Final = Scope(width=8, reach=ANY_STEP, extra=LONGEST)  # the same alone, where nothing is hidden any more
_WIDE: Final = Scope(width=8, reach=ANY_STEP, extra=3)  # before the game is given up

_LOOKED_AT: Final = 64  # plans that the network values, and those as good at a glance as the last of them
_LAST_BUCKET: Final = 511
_REQUEST: Final = 0.01  # a word about a pile is set aside only for so much more, as a logit


def think(frame: Frame, start: Moment, features: Features, network: Network) -> tuple[list[str], float]:
    """Return the best turn from here on, and what it is worth: the logit of winning."""
    best = max(weighed(frame, start, features, network), key=lambda turn: turn.worth)
    return best.plan.moves, best.value


class Weighed(NamedTuple):
    """A turn with what its end is worth."""

    plan: Plan
    value: float
    """The logit of winning."""
    worth: float
    """The same beside other turns: less a price for what it sets aside of others' requests."""


def weighed(frame: Frame, start: Moment, features: Features, network: Network) -> list[Weighed]:
    """Return the turns that deserve a closer look, each with its value; one that wins, or that must lose, is alone."""
    found = turns(frame, start)
    if found[0].outcome != ENDED:
        certain = WON_VALUE if found[0].outcome == WON else LOST_VALUE
        return [Weighed(found[0], certain, certain)]
    valued = [(plan, end, network.value(features.of(end))) for plan, end in shortlist(features, found)]
    return [Weighed(plan, value, value - _REQUEST * features.set_aside(end)) for plan, end, value in valued]


def turns(frame: Frame, start: Moment) -> list[Plan]:
    """Return the turns worth a look: one that wins, or all that keep the game going, or one that loses."""
    last = _LAST if frame.rules.players > 1 else _ALONE
    found = plans_in_depth(frame, start, _DRAWING if frame.draw_count else last)
    for scope in (_WIDE, _ALONE):
        if found[0].outcome == LOST:
            found = plans_in_depth(frame, start, scope)
    return found


def shortlist(features: Features, plans: Sequence[Plan]) -> list[tuple[Plan, End]]:
    """Return the plans that look best at a glance, with where they lead."""
    ends = [End.of(plan.moment) for plan in plans]
    scores = [features.glance(end) for end in ends]
    top = max(scores)
    buckets = [min((top - score) // 2, _LAST_BUCKET) for score in scores]
    limit = sorted(buckets)[:_LOOKED_AT][-1]
    return [pair for pair, bucket in zip(zip(plans, ends, strict=True), buckets, strict=True) if bucket <= limit]


class Network:
    """A plain network: two hidden layers that pass on what is positive, one output, the chance to win as its logit."""

    def __init__(self, shape: tuple[int, int, int], weights: bytes) -> None:
        features, hidden, second = shape
        numbers = iter(struct.unpack(f"<{len(weights) // 4}f", weights))
        self._first = _columns(numbers, features, hidden)
        self._second = _columns(numbers, hidden, second)
        self._last = _columns(numbers, second, 1)

    def value(self, features: Sequence[float]) -> float:
        """Return what a turn's end with these features is worth."""
        hidden = [max(0.0, bias + sum(map(mul, features, column))) for column, bias in self._first]
        second = [max(0.0, bias + sum(map(mul, hidden, column))) for column, bias in self._second]
        ((column, bias),) = self._last
        value: float = bias + sum(map(mul, second, column))
        return value


def _columns(numbers: Iterator[float], inputs: int, outputs: int) -> list[tuple[list[float], float]]:
    """Read one layer, a row an input and then the biases; return the weights and the bias of each output."""
    rows = [[next(numbers) for _ in range(outputs)] for _ in range(inputs)]
    return [(list(column), next(numbers)) for column in zip(*rows, strict=True)]
