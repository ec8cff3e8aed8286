"""One's own turn, thought through: its record, its options, its safe continuations and the ends it may have.

All of it is worked out from what a seat can see. The warnings of a table and every computer player use it.
"""

from .laying import ENDED, GOING, LOST, WON, ending, lay, options, retro_open, step, stuck
from .record import Frame, Lay, Moment, Plan, TurnError, now, opening_turn
from .safety import hopeless, safe_plan, survives

__all__ = [
    "ENDED",
    "GOING",
    "LOST",
    "WON",
    "Frame",
    "Lay",
    "Moment",
    "Plan",
    "TurnError",
    "ending",
    "hopeless",
    "lay",
    "now",
    "opening_turn",
    "options",
    "retro_open",
    "safe_plan",
    "step",
    "stuck",
    "survives",
]
