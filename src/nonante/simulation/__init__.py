"""Simulation of many games: statistics, tournaments, cross-play, shards, datasets and plots.

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
    Entry as Entry,
    Part as Part,
    run_benchmark as run_benchmark,
)
from .board import Board as Board
from .compiling import compile_first as compile_first
from .crossplay import CrossPlay, cross_play
from .dataset import (
    merge_datasets,
    outcome_rows as outcome_rows,
    play_dataset,
    play_records,
    record_game,
    rows_of,
    write_dataset,
    write_records as write_records,
)
from .dialogue import FORMS as FORMS, Form as Form
from .endpoint import Endpoint as Endpoint, Meter as Meter
from .errors import NeedsExtra, SimulationError
from .hidden import Secret as Secret
from .leaderboard import entries_text as entries_text, with_points as with_points
from .model_player import TRIES as TRIES, model_entrant as model_entrant
from .plots import check_picture as check_picture, draw_tournaments as draw_tournaments
from .registry import (
    Contestant,
    KernelPlayer,
    broken_players,
    contestants,
    default_name as default_name,
    find_player,
    find_team as find_team,
)
from .results import Counts, Outcome as Outcome, Result
from .rowfiles import check_rows_file as check_rows_file, read_rows, write_rows
from .running import Job as Job, shard_span as shard_span, simulate
from .submission import read_entry as read_entry, replay_entry as replay_entry
from .tables import (
    cross_text as cross_text,
    pairs_text as pairs_text,
    result_text as result_text,
    tournament_text as tournament_text,
)
from .tournaments import Difference, Tournament, tournament
from .values import with_values

__all__ = [
    "Contestant", "Counts", "CrossPlay", "Difference", "KernelPlayer", "NeedsExtra", "Result",
    "SimulationError", "Tournament", "broken_players", "contestants", "cross_play", "deal_seed", "find_player",
    "merge_datasets", "play_dataset", "play_records", "read_rows", "record_game", "rows_of", "simulate",
    "tournament", "wilson", "with_values", "write_dataset", "write_rows",
]  # fmt: skip
