"""The ways a turn may go, layer by layer: after one card, after two, …, only the most promising of each layer kept."""

from __future__ import annotations

from dataclasses import replace

from .laying import ENDED, GOING, LOST, WON, ending, lay, stuck
from .plan import ANY_STEP, Plan, Scope, next_cards
from .record import Frame, Lay, Moment
from .safety import far_first, hopeless, safe_plan


def plans_by_layers(frame: Frame, start: Moment, scope: Scope) -> list[Plan]:
    """Return safe plans with distinct ends; where there is none, one plan that lays as many cards as can be laid."""
    found, deepest = _search(frame, start, scope)
    if found:
        return found
    rescue = safe_plan(frame, start)
    return [rescue or _last_cards(frame, start, deepest)]


def safe_ends(frame: Frame, start: Moment, scope: Scope) -> list[Plan]:
    """Return safe plans with distinct ends, none where a search of that scope finds none."""
    return _search(frame, start, scope)[0]


def _search(frame: Frame, start: Moment, scope: Scope) -> tuple[list[Plan], tuple[Lay, ...]]:
    """Return the safe plans found, and the longest way seen."""
    ends: dict[object, Plan] = {}
    layer: dict[Moment, tuple[Lay, ...]] = {start: ()}
    deepest: tuple[Lay, ...] = ()
    most = max(1, frame.minimum - start.laid) + scope.extra
    if not frame.draw_count:
        most, scope = len(start.hand), replace(scope, reach=ANY_STEP)
    for depth in range(most + 1):
        following: dict[Moment, tuple[Lay, ...]] = {}
        for moment, lays in layer.items():
            end = ending(frame, moment)
            if end != LOST:
                _note(ends, Plan(lays, moment, end, False))
            if depth == most:
                continue
            for card, pile in next_cards(frame, moment, scope, end != LOST):
                outcome, after = lay(frame, moment, card, pile)
                way = (*lays, (card, pile))
                if outcome == GOING and not hopeless(frame, after):
                    following.setdefault(after, way)
                elif outcome in (ENDED, WON):
                    _note(ends, Plan(way, after, outcome, True))
                deepest = way if len(way) > len(deepest) else deepest
        layer = _narrowed(following, scope.beam)
    return list(ends.values()), deepest


def _note(ends: dict[object, Plan], plan: Plan) -> None:
    ends.setdefault((plan.moment.tops, plan.moment.hand), plan)


def _narrowed(layer: dict[Moment, tuple[Lay, ...]], beam: int) -> dict[Moment, tuple[Lay, ...]]:
    """Keep the moments that moved the tops least."""
    if len(layer) <= beam:
        return layer
    ranked = sorted(layer, key=lambda m: m.tops[0] + m.tops[1] - m.tops[2] - m.tops[3])
    return {moment: layer[moment] for moment in ranked[:beam]}


def _last_cards(frame: Frame, start: Moment, way: tuple[Lay, ...]) -> Plan:
    """Make a plan of a turn that is lost anyway: the cards of `way`, then whatever still can be laid."""
    moment, outcome = start, GOING
    lays: tuple[Lay, ...] = ()
    rest = list(way)
    while outcome == GOING:
        nearest = rest[:1] or far_first(frame, moment)[-1:]
        if not nearest:
            break
        rest = rest[1:]
        outcome, moment = lay(frame, moment, *nearest[0])
        lays = (*lays, nearest[0])
    return Plan(lays, moment, LOST, outcome != GOING or stuck(frame, moment))
