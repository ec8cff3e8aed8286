"""Research environments: the games for PettingZoo, Gymnasium and OpenSpiel, and a batched environment.

Each is a module of its own, and imports its library when it is imported itself:

* `nonante.envs.nonante_v0`: PettingZoo, one agent a seat;
* `nonante.envs.gym_v0`: Gymnasium, one seat with computer team-mates, or all seats by one policy;
* `nonante.envs.spiel`: OpenSpiel, with explicit chance;
* `nonante.envs.batch`: thousands of games side by side on the compiled kernel.
"""

from .actions import ACTIONS, ALL_ACTIONS, END_ACTION, action_of, move_of
from .errors import EnvError
from .layout import OBSERVE, Layout, Part, layout
from .options import REWARDS
from .policies import PlayerPolicy, PolicyPlayer, RandomPlayer
from .redeal import redeal
from .vector import Encoder

__all__ = [
    "ACTIONS", "ALL_ACTIONS", "END_ACTION", "OBSERVE", "REWARDS", "Encoder", "EnvError", "Layout", "Part",
    "PlayerPolicy", "PolicyPlayer", "RandomPlayer", "action_of", "layout", "move_of", "redeal",
]  # fmt: skip
