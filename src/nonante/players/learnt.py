"""`Learnt`: policies that MaskablePPO learnt by playing with themselves, one for each seed of the training.

A policy is one small network that scores every legal move by itself; the move with the highest score is played. The
runs differ in nothing but the seed, so their policies make good strangers to each other. ``learnt.json`` holds the
weights, and ``training/ppo.py`` makes them again. Nothing but Python is needed to play.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from math import exp, tanh
from operator import mul
from typing import Final, TypeAlias

from ..rules import END, FIRE, MOVES, PILES, SKULL, STOP, Rules, View
from ..table import Signal
from ..turn import LOST, OwnTurn, survives
from .identity import digest
from .protocol import SilentPlayer
from .talk import Manner, RequestPrices, heard, said

Layers: TypeAlias = list[list[list[float]]]
"""Two layers, each as rows of weights, one row a cell; the last weight of a row is for an input that is always 1."""

NAMES: Final = ("ppo-1", "ppo-2", "ppo-3")
"""The policies: the training with seed 1, 2 and 3."""
FEATURES: Final = 32
"""How many numbers describe a move."""
_MANNER: Final = Manner(keep_off=1.0, can_go_back=1.0, small_steps=1.0, cover=1.0, abstain=1.0, tempo=1.0)
_REACHES: Final = (2, 6, 20)  # how fast the looks at a step fade
_MARKED: Final = [[float(mark == one) for one in range(STOP, FIRE + 1)] for mark in range(FIRE + 1)]


class Learnt(SilentPlayer):
    """Plays by one of the policies. It speaks like the levels, and has learnt for itself what to make of words."""

    def __init__(self, name: str) -> None:
        self._layers = _policies()[name]

    def traits(self, rules: Rules) -> dict[str, str]:  # noqa: ARG002 - the same in every game
        """Return what its identity tells beside its name."""
        return {"weights": digest(repr(self._layers).encode())}

    def plan(self, view: View, signals: Sequence[Signal] = ()) -> list[str]:
        """Return the move with the highest score."""
        described = zip(view.legal_moves(), features(view, signals), strict=True)
        return [max(described, key=lambda move: self._score(move[1]))[0]]

    def speak(self, view: View, signals: Sequence[Signal] = ()) -> list[Signal]:  # noqa: ARG002 - of the protocol
        """Give the signals that the levels would give for this hand."""
        return said(view, _MANNER)

    def _score(self, inputs: Sequence[float]) -> float:
        first, last = self._layers
        inside = [tanh(row[-1] + sum(map(mul, row, inputs))) for row in first]
        return float(last[0][-1] + sum(map(mul, last[0], inside)))


def features(view: View, signals: Sequence[Signal] = ()) -> list[list[float]]:
    """Return what the policies look at: a row of `FEATURES` numbers for each legal move, in order."""
    turn, asked = OwnTurn.of(view), heard(view, signals, _MANNER)
    around = list(_around(view, asked))
    none = [0.0] * (FEATURES - len(around) - 2)
    unseen = sum(1 << card for card in view.unseen)
    rows = []
    for move in view.legal_moves():
        if move == END:
            rows.append([1.0, float(turn.ending() == LOST), *none, *around])
        else:
            rows.append([*_lay(turn, unseen, asked, *MOVES[move]), *around])
    return rows


def _around(view: View, asked: RequestPrices) -> Iterator[float]:
    """Yield the features that are the same for all moves."""
    state = view.turn_state
    needed = state.minimum - state.laid
    yield from (float(needed > 0), float(needed > 1), float(not view.draw_count), state.laid / 4)
    yield from (float(state.three), len(view.hand) / 8, asked.tempo, view.rules.players / 5)


def _lay(turn: OwnTurn, unseen: int, asked: RequestPrices, card: int, pile: int) -> Iterator[float]:
    """Yield the features of a card on a pile; `unseen` has a bit for each unseen card."""
    rules, tops, hand, way = turn.rules, turn.state.tops, turn.hand, PILES[pile]
    top, on = tops[pile], way.step(tops[pile], card)
    low, high = min(top, card), max(top, card)
    yield 0.0
    yield float(rules.marked and not survives(turn, card, pile))
    yield from (exp(-on / reach) if on > 0 else 0.0 for reach in _REACHES)
    yield float(on < 0)
    yield (unseen >> low & (1 << high - low) - 1).bit_count() / (20 if on > 0 else -20)
    yield sum(low < other < high for other in hand) / 4
    yield float(way.back(card) in hand)
    yield float(any(PILES[at].back(other) == card for at, other in enumerate(tops) if at != pile))
    yield way.step(card, 100 if way.ascending else 1) / 98
    yield from (asked.moved[pile], asked.stepped[pile] * max(0, on) / 10, asked.covered[pile])
    yield asked.laid[rules.marks[card]]
    yield from _MARKED[rules.marks[card]]
    yield float(rules.marks[top] in (SKULL, FIRE))


@cache
def _policies() -> dict[str, Layers]:
    """Return the layers of each policy by its name."""
    kept = json.loads(files(__package__).joinpath("learnt.json").read_text("utf-8"))
    return {name: one["layers"] for name, one in kept["policies"].items()}
