"""`Strong`: plans the whole turn and takes the one whose end is worth most, by tuned weights."""

from __future__ import annotations

from functools import cache

from ..rules import Rules
from ..turn import Frame, Moment, Plan, Scope
from .ahead import Outlook, think_ahead
from .identity import digest
from .planner import Planner
from .talk import Asked, Manner
from .value import Judge, set_for, weights_bytes, weights_file


def judge_for(rules: Rules) -> Judge:
    """Return the judge of a game's positions."""
    return _judge(set_for(rules))


@cache
def _judge(name: str) -> Judge:
    return Judge(weights_file()["weights"][name])


@cache
def _manner(name: str) -> Manner:
    return Manner(**weights_file()["manner"][name])


class Strong(Planner):
    """Looks at some hundred ways to play the turn and values where each leads."""

    scope = Scope(width=3, reach=8, extra=3, beam=120)
    outlook = Outlook()

    def traits(self, rules: Rules) -> dict[str, str]:
        """Return what its identity tells beside its name: the weights, and how far it looks."""
        looks = f"{self.outlook.plans} plans, {self.outlook.draws} draws" if rules.players == 1 else "none"
        return {"weights": digest(weights_bytes()), "look_ahead": looks}

    def manner_for(self, rules: Rules) -> Manner:
        """Return how this player talks and listens, with commands or without."""
        return _manner("extreme" if rules.commands else "plain")

    def value(self, frame: Frame, plan: Plan, asked: Asked) -> float:
        """Return the tuned value of the end of the turn, less what it costs others by their own words."""
        return judge_for(frame.rules)(frame, plan.moment) - asked.price(frame, plan)

    def terms(self, frame: Frame, plan: Plan, asked: Asked) -> dict[str, float]:
        """Return what makes up the value."""
        return {**judge_for(frame.rules).terms(frame, plan.moment), "asked": -asked.price(frame, plan)}

    def best(self, frame: Frame, start: Moment, asked: Asked) -> Plan:
        """Return the best plan; alone, with drawn cards still to come, after a thought about the next turn."""
        valued = self.ranked(frame, start, asked)
        if thinks_ahead(frame):
            return think_ahead(frame, valued, judge_for(frame.rules), self.outlook)
        return valued[0][1]


def thinks_ahead(frame: Frame) -> bool:
    """Tell whether a next turn is thought about: alone, with drawn cards still to come."""
    return frame.rules.players == 1 and frame.draw_count > 0
