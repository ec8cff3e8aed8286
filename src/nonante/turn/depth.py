"""The ways a turn may go, in depth: every card worth laying, and after each every card worth laying then."""

from __future__ import annotations

from typing import Final

from .laying import ENDED, GOING, LOST, WON, ending, lay, stuck
from .plan import Plan, Scope, next_cards
from .record import Frame, Lay, Moment

LONGEST: Final = 7  # cards a plan may lay
_MOST: Final = 4096  # plans found, and moments met, at most


def plans_in_depth(frame: Frame, start: Moment, scope: Scope) -> list[Plan]:
    """Return one plan that wins; else all that keep the game going, each end once; else the one that lays most."""
    calm = ending(frame, start) != LOST
    found = [Plan((), start, ENDED, False)] if calm else []
    longest = Plan((), start, LOST, False)
    horizon = min(LONGEST, max(1, frame.minimum - start.laid) + scope.extra)
    seen: set[Moment] = set()
    nothing: tuple[Lay, ...] = ()
    open_ = [(start, nothing, iter(next_cards(frame, start, scope, calm)))]
    while open_:
        moment, lays, rest = open_[-1]
        option = next(rest, None)
        if option is None:
            open_.pop()
            continue
        outcome, after = lay(frame, moment, *option)
        plan = Plan((*lays, option), after, outcome, True)
        if outcome == WON:
            return [plan]
        if outcome == LOST or (outcome == GOING and stuck(frame, after)):
            longest = _longer(longest, plan)
            continue
        if after in seen or len(seen) > _MOST:
            continue
        seen.add(after)
        calm = outcome == ENDED or ending(frame, after) != LOST
        if calm:
            found.append(Plan(plan.lays, after, ENDED, outcome == ENDED))
            if len(found) == _MOST:
                break
        else:
            longest = _longer(longest, plan._replace(by_itself=after.laid < frame.minimum))
        if outcome == GOING and len(plan.lays) < horizon:
            open_.append((after, plan.lays, iter(next_cards(frame, after, scope, calm))))
    return found or [longest]


def _longer(longest: Plan, plan: Plan) -> Plan:
    return plan._replace(outcome=LOST) if len(plan.lays) > len(longest.lays) else longest
