"""Whole games by the million: a compiled kernel, tournaments, statistics, shards, pictures.

>>> from nonante import Rules
>>> from nonante.simulation import simulate
>>> halves = [simulate(Rules.edition("base", players=2), "nearest", 200, seed=7, shard=(k, 2)) for k in (1, 2)]
>>> halves[0] + halves[1] == simulate(Rules.edition("base", players=2), "nearest", 200, seed=7)
True
"""

from .errors import NeedsExtra, SimulationError
from .results import Counts, Result, wilson
from .roster import Maker, Player, PythonPlayer, find_player, register, roster
from .running import simulate
from .tournaments import Difference, Tournament, tournament
from .twins import deal_seed

__all__ = [
    "Counts",
    "Difference",
    "Maker",
    "NeedsExtra",
    "Player",
    "PythonPlayer",
    "Result",
    "SimulationError",
    "Tournament",
    "deal_seed",
    "find_player",
    "register",
    "roster",
    "simulate",
    "tournament",
    "wilson",
]
