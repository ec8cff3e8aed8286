"""Games of the champion as training needs them: with notes of every turn, and now and then a turn only tried."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from nonante.kernel import layout as at
from nonante.kernel.bits import pointer, pointers
from nonante.kernel.candidates import turns
from nonante.kernel.champion import decide, open_game
from nonante.kernel.codes import PLAYING
from nonante.kernel.compiling import Array, entry, inner
from nonante.kernel.determinization import look, play_turn
from nonante.kernel.features import features
from nonante.kernel.game import report
from nonante.kernel.layout import State
from nonante.kernel.memory import nth
from nonante.kernel.randomness import game_seed, random_below
from nonante.kernel.scratch import Scratch, Setup
from nonante.kernel.workspace import Run, Workspace, own_rules

NOTE_GAME, NOTE_VALUE, NOTE_BEST, NOTE_SIZE = 0, 1, 2, 3
"""Notes of a turn: its game's place in the run, what it is worth, and what the best was; values as logits."""
_NEAR: Final[Any] = np.float32(0.5)  # how much worse a turn that is tried may be


class Trace(NamedTuple):
    """Where notes are taken, a line a turn: its features, and beside them the notes."""

    features: Any
    notes: Any


def trace(workspace: Workspace, setup: Setup, run: Run, width: int, room: int, explore: int) -> tuple[Any, Any, Any]:
    """Play games; return how each ended, and features and notes of up to `room` turns.

    In `explore` of 1024 turns one of the best few is taken.
    """
    outcomes = np.zeros((run.games, at.OUTCOME_SIZE), np.int64)
    kept = Trace(np.zeros((room, width), np.float32), np.zeros((room, NOTE_SIZE), np.float32))
    noted = _trace(workspace.scratch, own_rules(setup), workspace.state, run.seeds, outcomes, kept, explore)
    return outcomes, kept.features[:noted], kept.notes[:noted]


def openings(workspace: Workspace, setup: Setup, run: Run) -> Any:
    """Return what the best first turn of every game of a run is worth to the seat that starts, as a logit."""
    values = np.zeros(run.games, np.float32)
    _value_openings(workspace.scratch, own_rules(setup), workspace.state, run.seeds, values)
    return values


@entry
def _trace(
    arrays: Scratch, settings: Setup, state: Array, seeds: Array, outcomes: Array, kept: Trace, explore: int
) -> int:
    scratch, setup, position = pointers(arrays), pointers(settings), pointer(state, 0)
    room, width, noted = kept.features.shape[0], kept.features.shape[1], 0
    for game in range(outcomes.shape[0]):
        open_game(position, setup, scratch, game_seed(seeds[0], seeds[1] + np.uint64(game)))
        while position.status == PLAYING:
            look(position, setup, scratch.seen)
            count = turns(scratch.seen, setup.rules, scratch)
            best = chosen = decide(scratch.seen, setup, scratch, count)
            if count > 0 and explore and random_below(position, 1024) < explore:
                chosen = _another(position, scratch, best, count)
            end = nth(scratch.turns, at.TURNEND_SIZE, chosen)
            if count > 0 and noted < room:
                features(end, scratch.seen, setup.rules, pointer(kept.features, noted * width))
                notes = pointer(kept.notes, noted * NOTE_SIZE)
                notes[NOTE_GAME] = game
                notes[NOTE_VALUE] = scratch.values[chosen]
                notes[NOTE_BEST] = scratch.values[best]
                noted += 1
            play_turn(position, setup.rules, end)
        report(position, setup.rules, pointer(outcomes, at.OUTCOME_SIZE * game))
    return noted


@inner
def _another(state: State, scratch: Scratch, best: int, count: int) -> int:
    """Return one of the turns that are worth nearly as much as the best, all equally likely."""
    chosen, near = best, 0
    for other in range(count):
        if scratch.values[other] > scratch.values[best] - _NEAR:
            near += 1
            if random_below(state, near) == 0:
                chosen = other
    return chosen


@entry
def _value_openings(arrays: Scratch, settings: Setup, state: Array, seeds: Array, values: Array) -> None:
    scratch, setup, position = pointers(arrays), pointers(settings), pointer(state, 0)
    for game in range(values.shape[0]):
        open_game(position, setup, scratch, game_seed(seeds[0], seeds[1] + np.uint64(game)))
        look(position, setup, scratch.seen)
        count = turns(scratch.seen, setup.rules, scratch)
        values[game] = scratch.values[decide(scratch.seen, setup, scratch, count)]
