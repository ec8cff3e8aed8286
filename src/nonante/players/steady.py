"""`Steady`: plans the whole turn and takes the one that moves the piles least."""

from __future__ import annotations

from typing import Final

from ..rules.commands import DRAW_ONE, FIRE, NO_RETRO, ONE_PILE, SILENCE
from ..turn import Frame, Plan, Scope
from .planner import Planner, travel
from .talk import Asked
from .value import COMMANDS

WORTH_A_CARD: Final = 2
"""Numbers that a card beyond the minimum may cost."""
WORTH_A_CARD_LATE: Final = 10
"""The same once the draw pile is empty."""
ALL_IT_TAKES: Final = 100
"""The same for the last cards of a player alone: they all have to go."""
LEFT_SHOWING: Final = {SILENCE: 2, NO_RETRO: 6, ONE_PILE: 8, DRAW_ONE: 6, FIRE: 12}
"""What it costs to leave a command or fire to the next player."""


class Steady(Planner):
    """Looks for the cheapest whole turn, without any judgement of what it leads to."""

    scope = Scope(width=2, reach=2, extra=3, beam=60)

    def value(self, frame: Frame, plan: Plan, asked: Asked) -> float:
        """Return less for every number the piles move on, and for commands left to the next player."""
        return sum(self.terms(frame, plan, asked).values())

    def terms(self, frame: Frame, plan: Plan, asked: Asked) -> dict[str, float]:
        """Return what makes up the value: cards beyond the minimum, less what the turn costs."""
        showing = (LEFT_SHOWING.get(frame.marks[top], 0) for top in plan.moment.tops) if frame.special else ()
        return {
            "cards": worth_of_a_card(frame) * (plan.moment.laid - frame.minimum),
            "steps": -travel(frame, plan),
            "asked": -asked.price(frame, plan),
            COMMANDS: -sum(showing),
        }


def worth_of_a_card(frame: Frame) -> int:
    """Return how many numbers a card beyond the minimum may cost."""
    return WORTH_A_CARD if frame.draw_count else WORTH_A_CARD_LATE if frame.others else ALL_IT_TAKES
