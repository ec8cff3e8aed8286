"""`Novice`: lays the nearest card, one at a time, like somebody who plays for the first time."""

from __future__ import annotations

import zlib
from typing import Final

from ..turn import GOING, LOST, Frame, Lay, Moment, Plan, ending, lay, options, safe_plan, step, stuck, survives
from .planner import Planner
from .talk import Asked, Manner

MISSED: Final = 3
"""One retro in so many goes unseen."""
MISSED_EFFORT: Final = 50.0
"""How far such a retro seems to go."""
TEMPTING: Final = 1
"""A step this short is laid even when the turn could end."""
TEMPTING_LATE: Final = 99
"""The same once the draw pile is empty."""


class Novice(Planner):
    """Takes the nearest card that does not lose, without a plan, and now and then misses a retro."""

    manner = Manner(small_within=7, keep_off=6.0, small_steps=0.5, can_go_back=6.0, tempo=0.0)

    def best(self, frame: Frame, start: Moment, asked: Asked) -> Plan:
        """Return what a beginner would lay, card by card."""
        moment, outcome = start, GOING
        lays: list[Lay] = []
        while outcome == GOING:
            choice = _next(frame, moment, asked)
            if choice is None:
                break
            lays.append(choice)
            outcome, moment = lay(frame, moment, *choice)
        if outcome != GOING:
            return Plan(tuple(lays), moment, outcome, True)
        return Plan(tuple(lays), moment, ending(frame, moment), stuck(frame, moment))


def _next(frame: Frame, moment: Moment, asked: Asked) -> Lay | None:
    """Return the next card and pile, or None to end the turn, or because nothing can be laid."""
    may_end = moment.laid >= frame.minimum
    safe_end = may_end and ending(frame, moment) != LOST
    ordered = sorted(options(frame, moment), key=lambda option: _effort(frame, moment, asked, *option))
    tempted = ordered
    if safe_end:
        tempted = [option for option in ordered if _effort(frame, moment, asked, *option) <= _reach(frame)]
    if safe_end or safe_plan(frame, moment) is not None:
        for card, pile in tempted:
            if survives(frame, moment, card, pile):
                return card, pile
    return None if may_end or not ordered else ordered[0]


def by_effort(frame: Frame, moment: Moment, asked: Asked) -> list[Lay]:
    """Return what a beginner may lay next without losing, what seems nearest first."""
    safe = [option for option in options(frame, moment) if survives(frame, moment, *option)]
    return sorted(safe, key=lambda option: _effort(frame, moment, asked, *option))


def _reach(frame: Frame) -> int:
    return TEMPTING if frame.draw_count else TEMPTING_LATE


def _effort(frame: Frame, moment: Moment, asked: Asked, card: int, pile: int) -> float:
    """Return how far a card seems to go; a retro that is missed looks like no good idea at all."""
    on = step(moment.tops, card, pile)
    if on < 0 and _misses(moment, card):
        return MISSED_EFFORT
    price = asked.moved[pile] + asked.stepped[pile] * max(0, on) - asked.covered[pile]
    return on + price + asked.laid[frame.marks[card]]


def _misses(moment: Moment, card: int) -> bool:
    """Tell whether this retro goes unseen: by chance, yet always the same for the same table and hand."""
    return zlib.crc32(repr((moment.tops, moment.hand, card)).encode()) % MISSED == 0
