"""Games of the champion for training: turns are tried that are not the best, and notes are taken of what was seen."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from . import layout as at
from .bits import pointer, shifted
from .candidates import turns
from .champion import decide, look, open_game, play_turn
from .codes import PLAYING
from .compiling import Array, Record, entry, inner
from .features import features
from .game import report
from .lookahead import DROPPED
from .randomness import game_seed, random_below
from .scratch import Mind, Scratch, mind_in, scratch_in

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

    As long as there is room, every turn is noted; where there was a look-ahead, each of the turns looked through. In
    `explore` of 1024 turns one of the best few is taken instead of the best.
    """
    scratch, mind, position = scratch_in(arrays), mind_in(settings), pointer(state, 0)
    room, width, noted = kept.features.shape[0], kept.features.shape[1], 0
    for game in range(outcomes.shape[0]):
        open_game(position, mind, scratch, game_seed(seeds[0], seeds[1] + np.uint64(game)))
        while position[at.STATUS] == PLAYING:
            look(position, mind, scratch.seen)
            count = turns(scratch.seen, mind.rules, scratch)
            best = chosen = decide(scratch.seen, mind, scratch, count)
            if count > 0:
                if explore and random_below(position, 1024) < explore:
                    chosen = _another(position, scratch, best, count)
                lines = Trace(pointer(kept.features, noted * width), pointer(kept.notes, noted * at.NOTE_SIZE))
                if scratch.ahead[at.AHEAD_DONE] and noted + at.MOST_PICKED < room:
                    noted += _note_ahead(mind, scratch, lines, width, game)
                elif noted < room:
                    _note(shifted(scratch.turns, chosen * at.FOUND_SIZE), mind, scratch, lines, game)
                    lines.notes[at.NOTE_VALUE] = scratch.values[chosen]
                    lines.notes[at.NOTE_BEST] = scratch.values[best]
                    lines.notes[at.NOTE_AHEAD] = 0
                    noted += 1
            play_turn(position, mind.rules, scratch, chosen)
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


@inner
def _note(end: Record, mind: Mind, scratch: Scratch, lines: Trace, game: int) -> None:
    """Note the features of a turn's end, and of which game it is."""
    features(end, scratch.seen, mind.rules, lines.features)
    lines.notes[at.NOTE_GAME] = game


@inner
def _note_ahead(mind: Mind, scratch: Scratch, lines: Trace, width: int, game: int) -> int:
    """Note each of the turns looked through, with its mean chance; return how many they are."""
    noted = 0
    for place in range(scratch.ahead[at.AHEAD_DONE]):
        end = shifted(scratch.picks, place * at.FOUND_SIZE)
        if end[at.FOUND_SCORE] != DROPPED:
            line = Trace(shifted(lines.features, noted * width), shifted(lines.notes, noted * at.NOTE_SIZE))
            _note(end, mind, scratch, line, game)
            line.notes[at.NOTE_VALUE] = scratch.values[at.VALUES_AHEAD + place] / scratch.ahead[at.AHEAD_DRAWS]
            line.notes[at.NOTE_BEST] = line.notes[at.NOTE_VALUE]
            line.notes[at.NOTE_AHEAD] = 1
            noted += 1
    return noted


@entry
def value_openings(arrays: Scratch, settings: Mind, state: Array, seeds: Array, values: Array) -> None:
    """Write what the best first turn of each game is worth, as a logit."""
    scratch, mind, position = scratch_in(arrays), mind_in(settings), pointer(state, 0)
    for game in range(values.shape[0]):
        open_game(position, mind, scratch, game_seed(seeds[0], seeds[1] + np.uint64(game)))
        look(position, mind, scratch.seen)
        count = turns(scratch.seen, mind.rules, scratch)
        values[game] = scratch.values[decide(scratch.seen, mind, scratch, count)]
