"""Computer players: they see what their seat sees, and answer with moves, signals and reasons."""

from .calibration import (
    CARDS as CARDS,
    Calibration as Calibration,
    calibration_for as calibration_for,
    chance,
    share_laid as share_laid,
    turn_start,
)
from .champion import (
    NO_LOOK as NO_LOOK,
    Champion,
    Companion,
    LookAhead as LookAhead,
    QuickChampion,
    has_wide as has_wide,
    net_for as net_for,
    net_name as net_name,
    plain_net as plain_net,
    spoken_bits as spoken_bits,
    think as think,
)
from .errors import PlayerError
from .explain import explain, open_reasons, reasons_for
from .identity import (
    COMPILED as COMPILED,
    PYTHON as PYTHON,
    Identity,
    digest as digest,
    package_version as package_version,
)
from .learnt import NAMES as NAMES, Learnt as Learnt
from .levels import LEVEL_KINDS as LEVEL_KINDS, Planner as Planner
from .match import (
    Z as Z,
    plan_of as plan_of,
    play_game as play_game,
    played_turns as played_turns,
    wilson as wilson,
    wish_of as wish_of,
    wishes_of as wishes_of,
    words_of as words_of,
)
from .protocol import Player, SilentPlayer, check_apart as check_apart, check_player as check_player
from .reasons import Explanation, OtherTurn, Reason
from .registry import LEVELS, Entrant, Maker, add_level, find, levels, player, register
from .talk import Manner as Manner, changes as changes, may_say, may_talk as may_talk, said as said
from .treesearch import TreeSearch as TreeSearch
from .valuer import Valuer as Valuer

__all__ = [
    "LEVELS", "Champion", "Companion", "Entrant", "Explanation", "Identity", "Maker", "OtherTurn", "Player",
    "PlayerError", "QuickChampion", "Reason", "SilentPlayer", "add_level", "chance", "explain", "find", "levels",
    "may_say", "open_reasons", "player", "reasons_for", "register", "turn_start",
]  # fmt: skip
