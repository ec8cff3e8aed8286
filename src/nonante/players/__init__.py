"""Computer players: they see exactly what a seat sees and answer with moves, signals and reasons."""

from .errors import PlayerError
from .explain import Explanation, Reason, explain
from .levels import LEVELS, player
from .protocol import Player
from .talk import may_say

__all__ = ["LEVELS", "Explanation", "Player", "PlayerError", "Reason", "explain", "may_say", "player"]
