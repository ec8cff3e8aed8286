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
    Cell,
    Entry,
    Part as Part,
    run_benchmark,
    setting_rules,
    setting_seed,
)
from .board import Board
from .crossplay import CrossPlay, cross_play
from .dataset import (
    merge_datasets,
    outcome_rows,
    play_dataset,
    play_records,
    record_game,
    rows_of,
    write_dataset,
    write_records as write_records,
)
from .dialogue import FORMS as FORMS, Form as Form
from .endpoint import Endpoint, Meter as Meter
from .errors import NeedsExtra, SimulationError
from .hidden import Secret
from .leaderboard import Score, entries_text, lead_of, scores_of, with_points as with_points
from .model_player import TRIES as TRIES, model_entrant
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
from .running import Job as Job, compile_first as compile_first, shard_span as shard_span, simulate
from .submission import read_entry, replay_entry
from .tables import (
    cross_text as cross_text,
    pairs_text as pairs_text,
    result_text as result_text,
    tournament_text as tournament_text,
)
from .tournaments import Difference, Tournament, tournament
from .values import with_values

__all__ = [
    "Board", "Cell", "Contestant", "Counts", "CrossPlay", "Difference", "Endpoint", "Entry", "KernelPlayer",
    "NeedsExtra", "Result", "Score", "Secret", "SimulationError", "Tournament", "broken_players", "contestants",
    "cross_play", "deal_seed", "entries_text", "find_player", "lead_of", "merge_datasets", "model_entrant",
    "outcome_rows", "play_dataset", "play_records", "read_entry", "read_rows", "record_game", "replay_entry",
    "rows_of", "run_benchmark", "scores_of", "setting_rules", "setting_seed", "simulate", "tournament", "wilson",
    "with_values", "write_dataset", "write_rows",
]  # fmt: skip
