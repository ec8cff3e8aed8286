"""Research environments for PettingZoo, Gymnasium, OpenSpiel and JAX, and a batched one.

Each one is a separate module, which imports its library:

* `nonante.envs.nonante_v0`: PettingZoo, one agent per seat;
* `nonante.envs.gym_v0`: Gymnasium, one seat with computer teammates, or all seats played by one policy;
* `nonante.envs.spiel`: OpenSpiel, with chance nodes;
* `nonante.envs.batch`: thousands of games at once on the compiled kernel;
* `nonante.envs.jax_v0`: the games in JAX, for accelerators.
"""

from .errors import EnvError, needs_extra

try:
    import numpy  # noqa: F401 - all modules of this room need it
except ModuleNotFoundError as error:
    why = "or [gym], [pettingzoo], [openspiel] or [jax] with one of these libraries"
    raise needs_extra(__name__, "fast", why) from error

from .actions import ACTIONS, ALL_ACTIONS, END_ACTION, action_of, move_of
from .layout import OBSERVE, Layout, Part, layout
from .options import REWARDS
from .policies import PlayerPolicy, PolicyPlayer, RandomPlayer
from .redeal import redeal
from .vector import Encoder

__all__ = [
    "ACTIONS", "ALL_ACTIONS", "END_ACTION", "OBSERVE", "REWARDS", "Encoder", "EnvError", "Layout", "Part",
    "PlayerPolicy", "PolicyPlayer", "RandomPlayer", "action_of", "layout", "move_of", "redeal",
]  # fmt: skip
