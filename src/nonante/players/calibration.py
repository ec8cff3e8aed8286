"""What the champion's values mean: the share of its own games that it won from there.

A network's value is a logit that was learnt from wins and from the cards left in lost games, so it is no chance by
itself; and what it means changes as a game goes on. ``calibration.json`` has two things for every network. Stages, at
equal steps of the share of cards laid: a shift and a slope for the value. And points (logit, chance), between which a
straight line from logit to logit is drawn: between chances, it would be too high where they bend up, and too low where
they bend down. They were fitted on the champion's own games by ``benchmarks/calibration.py``, which also checks
them on other games.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from math import exp
from typing import Any, Final

from ..rules import DECK, Rules, TurnState, View, card_of
from ..table import Signal
from .champion import NO_LOOK, logit as logit_of, think, valued_by
from .identity import digest

FILE: Final = "calibration.json"
CARDS: Final = len(DECK)
"""How many cards there are."""
CERTAIN: Final = 1e8
"""A value beyond this stands for a game that is won, or lost below its negative."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """From a network's value to a chance in points."""

    logits: tuple[float, ...] = ()
    chances: tuple[float, ...] = ()
    stages: tuple[tuple[float, float], ...] = ()
    """A shift and a slope of the value, for games that have just begun, …, for games that are about to end."""
    fitted: bool = False
    """Whether it was fitted for exactly this network."""
    digest: str = ""
    """Tells this map from others."""

    def chance(self, logit: float, laid: float) -> float:
        """Return the chance to win, in points, where such a share of the cards had been laid as the turn began."""
        if abs(logit) > CERTAIN:
            return 100.0 if logit > 0 else 0.0
        logit = self._staged(logit, laid)
        if not self.logits:
            return 100 / (1 + exp(-logit))
        place = min(max(bisect_right(self.logits, logit), 1), len(self.logits) - 1)
        left, right = self.logits[place - 1], self.logits[place]
        low, high = map(logit_of, self.chances[place - 1 : place + 1])
        share = min(max((logit - left) / (right - left), 0.0), 1.0)
        return 100 / (1 + exp(-low - share * (high - low)))

    def _staged(self, logit: float, laid: float) -> float:
        """Return a value as if it came from the same stage of a game as all others."""
        if not self.stages:
            return logit
        place = min(max(laid, 0.0), 1.0) * (len(self.stages) - 1)
        before = min(int(place), len(self.stages) - 2)
        pairs = zip(self.stages[before], self.stages[before + 1], strict=True)
        shift, slope = (one + (place - before) * (other - one) for one, other in pairs)
        return shift + slope * logit

    def staged(self, values: Any, laid: Any) -> Any:
        """Return an array of values as if all came from the same stage; `laid` is a share for all, or one for each."""
        import numpy as np

        values = np.asarray(values, np.float64)
        if not self.stages:
            return values
        steps = np.linspace(0, 1, len(self.stages))
        shift, slope = (np.interp(laid, steps, column) for column in zip(*self.stages, strict=True))
        return shift + slope * values

    def chances_of(self, values: Any, laid: Any) -> Any:
        """Return the chances of an array of values; `laid` is a share for all of them, or one for each."""
        import numpy as np

        values = self.staged(values, laid)
        if self.logits:
            values = np.interp(values, self.logits, [logit_of(chance) for chance in self.chances])
        return 100 / (1 + np.exp(-np.clip(values, -50, 50)))


@cache
def fits() -> dict[str, Any]:
    """Return the shipped points by the name of the network."""
    data: dict[str, Any] = json.loads(files(__package__).joinpath(FILE).read_text("utf-8"))
    return data


@cache
def calibration_for(rules: Rules) -> Calibration:
    """Return the map for the network that plays a game; the plain logistic curve where none was fitted."""
    name, weights = valued_by(rules)
    fit = fits().get(name)
    if fit is None:
        return Calibration()
    points, stages = fit["points"], fit["stages"]
    fitted = fit["weights"] == digest(weights)
    logits, chances = zip(*points, strict=True)
    told = digest(json.dumps([points, stages]).encode())[:8]
    return Calibration(logits, chances, tuple((shift, slope) for shift, slope in stages), fitted, told)


def share_laid(view: View) -> float:
    """Return which share of the cards had been laid as the turn of a view began."""
    return 1 - (len(view.hand) + len(view.unseen) + len(view.laid_this_turn)) / CARDS


def chance(view: View, signals: Sequence[Signal] = ()) -> float:
    """Return the win chance of the champion's best turn from here, as its network estimates it.

    It is the share of games that champions on every seat won from such a value (`calibration`). Only what the seat
    sees is used.
    """
    _, value = think(view, signals, ahead=NO_LOOK)
    return calibration_for(view.rules).chance(value, share_laid(view)) / 100


def turn_start(view: View) -> View:
    """Return the view as it was when its turn began, with the cards laid since back in hand."""
    laid = view.laid_this_turn
    if not laid or view.seat is None:
        return view
    counts = [count + (seat == view.seat) * len(laid) for seat, count in enumerate(view.counts)]
    hand = tuple(sorted((*view.hand, *map(card_of, laid))))
    start, score = TurnState(view.opening, view.minimum), view.score + len(laid)
    return replace(view, hand=hand, turn_state=start, laid_this_turn=(), counts=tuple(counts), score=score)
