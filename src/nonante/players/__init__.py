"""Computer players: they see exactly what a seat sees and answer with moves, signals and reasons."""

from .calibration import chance, turn_start
from .champion import Champion, Companion, QuickChampion
from .comparing import Reason
from .errors import PlayerError
from .explain import Explanation, explain, open_reasons, reasons_for
from .identity import Identity
from .protocol import Player, SilentPlayer
from .registry import LEVELS, Entrant, Maker, add_level, find, levels, player, register
from .talk import may_say

__all__ = [
    "LEVELS",
    "Champion",
    "Companion",
    "Entrant",
    "Explanation",
    "Identity",
    "Maker",
    "Player",
    "PlayerError",
    "QuickChampion",
    "Reason",
    "SilentPlayer",
    "add_level",
    "chance",
    "explain",
    "find",
    "levels",
    "may_say",
    "open_reasons",
    "player",
    "reasons_for",
    "register",
    "turn_start",
]
