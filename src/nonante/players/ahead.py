"""One turn of thinking ahead, for a player alone: the best next turn, averaged over cards that may be drawn.

The same draws are dealt to every plan. They come from the unseen cards by a shuffle whose seed is made of what the seat
sees, so that equal views bring equal answers.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ..rules import Card, shuffled
from ..turn import WON, Frame, Moment, Plan, Scope, next_turn, safe_ends


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


def think_ahead(
    frame: Frame,
    valued: Sequence[tuple[float, Plan]],
    judge: Callable[[Frame, Moment], float],
    outlook: Outlook,
) -> Plan:
    """Return the plan with the best outlook among the best plans."""
    best = [pair for pair in valued[: outlook.plans] if pair[0] >= valued[0][0] - outlook.margin]
    if len(best) == 1:
        return best[0][1]
    orders = draws_for(frame, outlook.draws)
    scores = []
    for value, plan in best:
        total = 0.0
        for order in orders:
            total += _next_turn(frame, plan.moment, order, judge, outlook, value)
        scores.append(total)
    return best[scores.index(max(scores))][1]


def _next_turn(
    frame: Frame,
    end: Moment,
    order: Sequence[Card],
    judge: Callable[[Frame, Moment], float],
    outlook: Outlook,
    value: float,
) -> float:
    following, start = next_turn(frame, end, order)
    found = safe_ends(following, start, outlook.scope)
    if not found:
        return value - outlook.stuck
    if any(plan.outcome == WON for plan in found):
        return value + outlook.stuck
    return max(judge(following, plan.moment) for plan in found)
