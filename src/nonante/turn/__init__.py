"""One's own turn, thought through: its record, its options, its safe continuations and the ends it may have.

All of it is worked out from what a seat can see. The warnings of a table and every computer player use it.
"""

from .depth import LONGEST, plans_in_depth
from .errors import TurnError
from .layers import plans_by_layers, safe_ends
from .laying import ENDED, GOING, LOST, WON, ending, lay, options, retro_open, step, stuck
from .plan import ANY_STEP, Plan, Scope, next_cards
from .record import Frame, Lay, Moment, next_turn, now, opening_turn
from .safety import hopeless, safe_plan, survives

__all__ = [
    "ANY_STEP",
    "ENDED",
    "GOING",
    "LONGEST",
    "LOST",
    "WON",
    "Frame",
    "Lay",
    "Moment",
    "Plan",
    "Scope",
    "TurnError",
    "ending",
    "hopeless",
    "lay",
    "next_cards",
    "next_turn",
    "now",
    "opening_turn",
    "options",
    "plans_by_layers",
    "plans_in_depth",
    "retro_open",
    "safe_ends",
    "safe_plan",
    "step",
    "stuck",
    "survives",
]
