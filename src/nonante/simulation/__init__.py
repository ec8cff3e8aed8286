"""Whole games by the million: a compiled kernel, tournaments, statistics, shards, pictures.

>>> from nonante import Rules
>>> from nonante.simulation import simulate
>>> halves = [simulate(Rules.edition("base", players=2), "nearest", 200, seed=7, shard=(k, 2)) for k in (1, 2)]
>>> halves[0] + halves[1] == simulate(Rules.edition("base", players=2), "nearest", 200, seed=7)
True
"""

from ..players import wilson
from ..rules import deal_seed
from .benchmark import (
    BUDGETS as BUDGETS,
    CORE as CORE,
    GAMES as GAMES,
    PARTS as PARTS,
    POOL as POOL,
    Budget as Budget,
    Part as Part,
    entries_text as entries_text,
    run_benchmark as run_benchmark,
)
from .cluster import simulate_on as simulate_on
from .crossplay import CrossPlay, cross_play
from .dataset import (
    check_rows_file as check_rows_file,
    merge_datasets,
    outcome_rows as outcome_rows,
    play_dataset,
    play_records,
    read_rows,
    record_game,
    rows_of,
    write_records as write_records,
    write_rows,
)
from .errors import NeedsExtra, SimulationError
from .plots import check_picture as check_picture, draw_tournaments as draw_tournaments
from .registry import Contestant, KernelPlayer, contestants, default_name as default_name, find_player
from .results import Counts, Outcome as Outcome, Result
from .running import shard_span as shard_span, simulate
from .tables import (
    cross_text as cross_text,
    pairs_text as pairs_text,
    result_text as result_text,
    tournament_text as tournament_text,
)
from .tournaments import Difference, Tournament, tournament

__all__ = [
    "Contestant", "Counts", "CrossPlay", "Difference", "KernelPlayer", "NeedsExtra", "Result", "SimulationError",
    "Tournament", "contestants", "cross_play", "deal_seed", "find_player", "merge_datasets", "play_dataset",
    "play_records", "read_rows", "record_game", "rows_of", "simulate", "tournament", "wilson", "write_rows",
]  # fmt: skip
