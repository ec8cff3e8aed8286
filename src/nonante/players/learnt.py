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

from ..rules import END, FIRE, LETTERS, SKULL, STOP, Rules, View, card_of
from ..table import Signal
from ..turn import LOST, Frame, Moment, ending, now, step, survives
from .identity import digest
from .protocol import SilentPlayer
from .talk import Asked, Manner, back_card, heard, said

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
        """Say of its hand what the levels say."""
        return said(view, _MANNER)

    def _score(self, inputs: Sequence[float]) -> float:
        first, last = self._layers
        inside = [tanh(row[-1] + sum(map(mul, row, inputs))) for row in first]
        return float(last[0][-1] + sum(map(mul, last[0], inside)))


def features(view: View, signals: Sequence[Signal] = ()) -> list[list[float]]:
    """Return what the policies look at: a row of `FEATURES` numbers for each legal move, in order."""
    frame, moment, asked = Frame.of(view), now(view), heard(view, signals, _MANNER)
    around = list(_around(frame, moment, asked))
    none = [0.0] * (FEATURES - len(around) - 2)
    rows = []
    for move in view.legal_moves():
        if move == END:
            rows.append([1.0, float(ending(frame, moment) == LOST), *none, *around])
        else:
            rows.append([*_lay(frame, moment, asked, card_of(move), LETTERS.index(move[-1])), *around])
    return rows


def _around(frame: Frame, moment: Moment, asked: Asked) -> Iterator[float]:
    """Tell what is the same for all moves."""
    needed = frame.minimum - moment.laid
    yield from (float(needed > 0), float(needed > 1), float(not frame.draw_count), moment.laid / 4)
    yield from (float(moment.three), len(moment.hand) / 8, asked.tempo, frame.rules.players / 5)


def _lay(frame: Frame, moment: Moment, asked: Asked, card: int, pile: int) -> Iterator[float]:
    """Tell what a card brings on a pile."""
    top, on = moment.tops[pile], step(moment.tops, card, pile)
    low, high = min(top, card), max(top, card)
    yield 0.0
    yield float(frame.special and not survives(frame, moment, card, pile))
    yield from (exp(-on / reach) if on > 0 else 0.0 for reach in _REACHES)
    yield float(on < 0)
    yield (frame.unseen_cards >> low & (1 << high - low) - 1).bit_count() / (20 if on > 0 else -20)
    yield sum(low < other < high for other in moment.hand) / 4
    yield float(back_card(card, pile) in moment.hand)
    yield float(any(back_card(other, at) == card for at, other in enumerate(moment.tops) if at != pile))
    yield (100 - card if pile < 2 else card - 1) / 98
    yield from (asked.moved[pile], asked.stepped[pile] * max(0, on) / 10, asked.covered[pile])
    yield asked.laid[frame.marks[card]]
    yield from _MARKED[frame.marks[card]]
    yield float(frame.marks[top] in (SKULL, FIRE))


@cache
def _policies() -> dict[str, Layers]:
    """Return the layers of each policy by its name."""
    kept = json.loads(files(__package__).joinpath("learnt.json").read_text("utf-8"))
    return {name: one["layers"] for name, one in kept["policies"].items()}
