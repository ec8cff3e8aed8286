"""What all whole-turn planners share: search the turn, value its ends, take the best."""

from __future__ import annotations

from collections.abc import Sequence

from ..rules import Rules, View
from ..table import Signal
from ..turn import WON, Frame, Moment, Plan, Scope, now, opening_turn, plans_by_layers, step
from .talk import NOTHING_ASKED, Asked, Manner, heard, may_talk, said


class Planner:
    """A player that looks at whole turns; a level says what the end of one is worth."""

    scope = Scope()
    manner = Manner()

    def manner_for(self, rules: Rules) -> Manner:  # noqa: ARG002 - a level may tell games apart
        """Return how this player talks and listens in a game."""
        return self.manner

    def value(self, frame: Frame, plan: Plan, asked: Asked) -> float:
        """Return what a position at the end of the turn is worth."""
        raise NotImplementedError

    def terms(self, frame: Frame, plan: Plan, asked: Asked) -> dict[str, float]:
        """Return the same value as the parts that make it up, by name."""
        raise NotImplementedError

    def ranked(self, frame: Frame, start: Moment, asked: Asked) -> list[tuple[float, Plan]]:
        """Return the plans of a turn with their values, the best first; equal values keep their order."""
        valued = [
            (float("inf") if plan.outcome == WON else self.value(frame, plan, asked), plan)
            for plan in plans_by_layers(frame, start, self.scope)
        ]
        return sorted(valued, key=lambda pair: -pair[0])

    def best(self, frame: Frame, start: Moment, asked: Asked) -> Plan:
        """Return the plan this player would follow."""
        return self.ranked(frame, start, asked)[0][1]

    def plan(self, view: View, signals: Sequence[Signal] = ()) -> list[str]:
        """Return the rest of the turn as intended now."""
        return self.best(Frame.of(view), now(view), heard(view, signals, self.manner_for(view.rules))).moves

    def speak(self, view: View, signals: Sequence[Signal] = ()) -> list[Signal]:  # noqa: ARG002 - of the protocol
        """Return the signals this seat would have standing now."""
        return said(view, self.manner_for(view.rules))

    def wish(self, view: View) -> str | None:
        """Say whether this hand should start: by how far its first turn would move the tops."""
        if view.turn != 1 or view.laid_this_turn or not view.hand or not may_talk(view):
            return None
        frame, start = opening_turn(view)
        cost = travel(frame, self.best(frame, start, NOTHING_ASKED))
        manner = self.manner_for(view.rules)
        if cost <= manner.like_to:
            return "like"
        return "rather-not" if cost >= manner.rather_not_from else None


def travel(frame: Frame, plan: Plan) -> int:
    """Return how far a turn moves the tops on in all, from where it opened."""
    return sum(step(frame.opening, top, pile) for pile, top in enumerate(plan.moment.tops))
