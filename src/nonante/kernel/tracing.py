"""Games of the champion for training: turns are tried that are not the best, and notes are taken of what was seen."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from . import layout as at
from .bits import pointer
from .candidates import turns
from .champion import decide, open_game
from .codes import PLAYING
from .compiling import Array, Record, entry, inner
from .features import features
from .game import report
from .memory import nth
from .randomness import game_seed, random_below
from .scratch import Mind, Scratch, mind_in, scratch_in
from .seeing import look, play_turn

_NEAR: Any = np.float32(0.5)  # how much worse a turn that is tried may be


class Trace(NamedTuple):
    """Where notes are taken, a line a turn: its features, and beside them what `layout` says."""

    features: Any
    notes: Any


@entry
def trace(
    arrays: Scratch, settings: Mind, state: Array, seeds: Array, outcomes: Array, kept: Trace, explore: int
) -> int:
    """Play whole games as `champion.play` does, with notes; return how many turns were noted.

    As long as there is room, every turn is noted. In `explore` of 1024 turns one of the best few is taken.
    """
    scratch, mind, position = scratch_in(arrays), mind_in(settings), pointer(state, 0)
    room, width, noted = kept.features.shape[0], kept.features.shape[1], 0
    for game in range(outcomes.shape[0]):
        open_game(position, mind, scratch, game_seed(seeds[0], seeds[1] + np.uint64(game)))
        while position.status == PLAYING:
            look(position, mind, scratch.seen)
            count = turns(scratch.seen, mind.rules, scratch)
            best = chosen = decide(scratch.seen, mind, scratch, count)
            if count > 0 and explore and random_below(position, 1024) < explore:
                chosen = _another(position, scratch, best, count)
            end = nth(scratch.turns, at.FOUND_SIZE, chosen)
            if count > 0 and noted < room:
                features(end, scratch.seen, mind.rules, pointer(kept.features, noted * width))
                notes = pointer(kept.notes, noted * at.NOTE_SIZE)
                notes[at.NOTE_GAME] = game
                notes[at.NOTE_VALUE] = scratch.values[chosen]
                notes[at.NOTE_BEST] = scratch.values[best]
                noted += 1
            play_turn(position, mind.rules, end)
        report(position, mind.rules, pointer(outcomes, at.OUTCOME_SIZE * game))
    return noted


@inner
def _another(state: Record, scratch: Scratch, best: int, count: int) -> int:
    """Return one of the turns that are worth nearly as much as the best, all equally likely."""
    chosen, near = best, 0
    for other in range(count):
        if scratch.values[other] > scratch.values[best] - _NEAR:
            near += 1
            if random_below(state, near) == 0:
                chosen = other
    return chosen


@entry
def value_openings(arrays: Scratch, settings: Mind, state: Array, seeds: Array, values: Array) -> None:
    """Write what the best first turn of each game is worth, as a logit."""
    scratch, mind, position = scratch_in(arrays), mind_in(settings), pointer(state, 0)
    for game in range(values.shape[0]):
        open_game(position, mind, scratch, game_seed(seeds[0], seeds[1] + np.uint64(game)))
        look(position, mind, scratch.seen)
        count = turns(scratch.seen, mind.rules, scratch)
        values[game] = scratch.values[decide(scratch.seen, mind, scratch, count)]
