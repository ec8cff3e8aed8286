"""One turn of thinking ahead, for a player alone: the best next turn, averaged over cards that may be drawn.

The same draws are dealt to every plan. They come from the unseen cards by a shuffle whose seed is made of what the seat
sees, so that equal views bring equal answers.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from ..rules import Card, shuffled
from ..turn import WON, Frame, Moment, Plan, Scope, next_turn, safe_ends

Judging: TypeAlias = Callable[[Frame, Moment], float]
"""What says how much the end of a turn is worth."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """How much thinking ahead is done, and what it weighs."""

    plans: int = 5
    """Best plans that are thought about."""
    margin: float = 4.0
    """Only those whose own value is at most this much below the best."""
    draws: int = 8
    """Draws dealt to each of them."""
    stuck: float = 60.0
    """Price of a next turn that cannot be played, above the plan's own value."""
    scope: Scope = field(default=Scope(width=2, reach=3, extra=1, beam=24))


def draws_for(frame: Frame, count: int) -> list[list[Card]]:
    """Return orders in which the unseen cards may come, always the same ones for the same cards."""
    seed = zlib.crc32(repr((frame.unseen, frame.draw_count, frame.opening)).encode())
    return [shuffled(frame.unseen, seed + number) for number in range(count)]


class Next(NamedTuple):
    """The best next turn after a draw."""

    worth: float
    frame: Frame
    end: Moment | None
    """Where it ends; None where there is none, or where it wins."""
    stuck: bool


class Foreseen(NamedTuple):
    """A plan with what came of it, draw by draw."""

    plan: Plan
    turns: list[Next]

    @property
    def total(self) -> float:
        """What the next turns are worth together."""
        return sum(turn.worth for turn in self.turns)


def think_ahead(frame: Frame, valued: Sequence[tuple[float, Plan]], judge: Judging, outlook: Outlook) -> Plan:
    """Return the plan with the best outlook among the best plans."""
    best = worth_a_thought(valued, outlook)
    if len(best) == 1:
        return best[0][1]
    return max(foresee(frame, best, judge, outlook), key=lambda seen: seen.total).plan


def worth_a_thought(valued: Sequence[tuple[float, Plan]], outlook: Outlook) -> list[tuple[float, Plan]]:
    """Return the plans that are thought about: the best ones, as long as they are about as good."""
    return [pair for pair in valued[: outlook.plans] if pair[0] >= valued[0][0] - outlook.margin]


def foresee(frame: Frame, best: Sequence[tuple[float, Plan]], judge: Judging, outlook: Outlook) -> list[Foreseen]:
    """Play every plan on over the same draws."""
    orders = draws_for(frame, outlook.draws)
    return [
        Foreseen(plan, [_next_turn(*next_turn(frame, plan.moment, order), judge, outlook, value) for order in orders])
        for value, plan in best
    ]


def _next_turn(frame: Frame, start: Moment, judge: Judging, outlook: Outlook, value: float) -> Next:
    found = safe_ends(frame, start, outlook.scope)
    if not found:
        return Next(value - outlook.stuck, frame, None, stuck=True)
    if any(plan.outcome == WON for plan in found):
        return Next(value + outlook.stuck, frame, None, stuck=False)
    values = [judge(frame, plan.moment) for plan in found]
    best = max(values)
    return Next(best, frame, found[values.index(best)].moment, stuck=False)
