"""The ways a turn may go, in depth: every card worth laying, and after each every card worth laying then."""

from __future__ import annotations

from typing import Final

from .laying import ENDED, GOING, LOST, WON, ending, lay, stuck
from .plan import Plan, Scope, next_cards
from .record import Frame, Moment

LONGEST: Final = 7
"""How many cards a plan may lay."""
_MOST: Final = 4096  # plans found, and moments met, at most


def plans_in_depth(frame: Frame, start: Moment, scope: Scope) -> list[Plan]:
    """Return one plan that wins; else all that keep the game going, each end once; else the one that lays most."""
    search = _Search(frame, start, scope)
    search.run(start)
    return search.found or [search.longest]


class _Search:
    """A search, and what it has found so far."""

    def __init__(self, frame: Frame, start: Moment, scope: Scope) -> None:
        self.found: list[Plan] = []
        self.longest = Plan((), start, LOST, False)
        self._frame, self._scope = frame, scope
        self._horizon = min(LONGEST, max(1, frame.minimum - start.laid) + scope.extra)
        self._met: set[Moment] = set()

    def run(self, start: Moment) -> None:
        """Find the plans of a turn that stands here."""
        calm = ending(self._frame, start) != LOST
        if calm:
            self.found.append(Plan((), start, ENDED, False))
        self._go_on(Plan((), start, GOING, False), calm)

    def _go_on(self, plan: Plan, calm: bool) -> bool:
        """Try every card worth laying next; return whether that is enough: a win, or as many plans as are wanted."""
        for option in next_cards(self._frame, plan.moment, self._scope, calm):
            outcome, after = lay(self._frame, plan.moment, *option)
            longer = Plan((*plan.lays, option), after, outcome, True)
            if outcome == WON:
                self.found = [longer]
                return True
            if outcome == LOST or (outcome == GOING and stuck(self._frame, after)):
                self._note_loss(longer)
            elif self._is_new(after) and self._keep(longer):
                return True
        return False

    def _is_new(self, moment: Moment) -> bool:
        """Remember a moment; tell whether it was not met before."""
        if moment in self._met or len(self._met) > _MOST:
            return False
        self._met.add(moment)
        return True

    def _keep(self, plan: Plan) -> bool:
        """Keep a plan if the turn may end with it, and go on from there; return whether that is enough."""
        ended = plan.outcome == ENDED
        calm = ended or ending(self._frame, plan.moment) != LOST
        if calm:
            self.found.append(plan._replace(outcome=ENDED, by_itself=ended))
        else:
            self._note_loss(plan._replace(by_itself=plan.moment.laid < self._frame.minimum))
        if len(self.found) == _MOST:
            return True
        return not ended and len(plan.lays) < self._horizon and self._go_on(plan, calm)

    def _note_loss(self, plan: Plan) -> None:
        if len(plan.lays) > len(self.longest.lays):
            self.longest = plan._replace(outcome=LOST)
