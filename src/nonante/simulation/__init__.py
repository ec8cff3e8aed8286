"""Whole games by the million: a compiled kernel, tournaments, statistics, shards, pictures.

>>> from nonante import Rules
>>> from nonante.simulation import simulate
>>> halves = [simulate(Rules.edition("base", players=2), "nearest", 200, seed=7, shard=(k, 2)) for k in (1, 2)]
>>> halves[0] + halves[1] == simulate(Rules.edition("base", players=2), "nearest", 200, seed=7)
True
"""

from ..players.match import wilson
from .crossplay import CrossPlay, cross_play
from .deals import deal_seed
from .errors import NeedsExtra, SimulationError
from .registry import Contestant, KernelPlayer, contestants, find_player
from .results import Counts, Result
from .running import simulate
from .tournaments import Difference, Tournament, tournament

__all__ = [
    "Contestant",
    "Counts",
    "CrossPlay",
    "Difference",
    "KernelPlayer",
    "NeedsExtra",
    "Result",
    "SimulationError",
    "Tournament",
    "contestants",
    "cross_play",
    "deal_seed",
    "find_player",
    "simulate",
    "tournament",
    "wilson",
]
