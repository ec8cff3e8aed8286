"""One's own turn, thought through: its options, what a card or an end brings, its safe continuations.

All of it is worked out from what a seat can see. The warnings of a table and every computer player use it.
"""

from .own_turn import ENDED, GOING, LOST, WON, Lay, OwnTurn, Plan, TurnError
from .safety import LostTurns, safe_plan, survives

__all__ = [
    "ENDED",
    "GOING",
    "LOST",
    "WON",
    "Lay",
    "LostTurns",
    "OwnTurn",
    "Plan",
    "TurnError",
    "safe_plan",
    "survives",
]
