"""Whole games by the million: a compiled kernel, tournaments, statistics, shards, pictures.

>>> from nonante import Rules
>>> from nonante.simulation import simulate
>>> halves = [simulate(Rules.edition("base", players=2), "nearest", 200, seed=7, shard=(k, 2)) for k in (1, 2)]
>>> halves[0] + halves[1] == simulate(Rules.edition("base", players=2), "nearest", 200, seed=7)
True
"""

from ..players.match import wilson
from ..rules.deal import deal_seed
from .crossplay import CrossPlay, cross_play
from .dataset import merge_datasets, play_dataset, play_records, rows_of
from .errors import NeedsExtra, SimulationError
from .recorded import record_game
from .registry import Contestant, KernelPlayer, contestants, find_player
from .results import Counts, Result
from .rows import read_rows, write_rows
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
    "merge_datasets",
    "play_dataset",
    "play_records",
    "read_rows",
    "record_game",
    "rows_of",
    "simulate",
    "tournament",
    "wilson",
    "write_rows",
]
