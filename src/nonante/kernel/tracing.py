"""Games of the champion for training: turns are tried that are not the best, and notes are taken of what was seen."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from . import bits
from . import layout as at
from .bits import pointer, shifted
from .candidates import turns
from .champion import decide, open_game
from .codes import PLAYING
from .compiling import Array, Record, entry, inner
from .features import features
from .game import report
from .judging import UNVALUED
from .lookahead import chance_of
from .randomness import game_seed, random_below
from .scratch import Mind, Scratch, mind_in, scratch_in
from .seeing import look, play_turn

_NEAR: Any = np.float32(0.5)  # how much worse a turn that is tried may be
_FAR: Any = np.float32(1.5)  # how much worse one that is noted beside it


class Trace(NamedTuple):
    """Where notes are taken, a line a turn: its features, and beside them what `layout` says."""

    features: Any
    notes: Any


@entry
def trace(
    arrays: Scratch, settings: Mind, state: Array, seeds: Array, outcomes: Array, kept: Trace, explore: int, beside: int
) -> int:
    """Play whole games as `champion.play` does, with notes; return how many turns were noted.

    As long as there is room, every turn is noted, and behind it up to `beside` of the others that were weighed. In
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
            if count > 0 and explore and random_below(position, 1024) < explore:
                chosen = _another(position, scratch, best, count)
            picked = _set_aside(position, scratch, chosen, count, beside)
            if count > 0 and noted + picked <= room:
                for place in range(picked):
                    line = Trace(pointer(kept.features, noted * width), pointer(kept.notes, noted * at.NOTE_SIZE))
                    _note(place, scratch.values[best], mind, scratch, line)
                    line.notes[at.NOTE_GAME] = game
                    noted += 1
                for place in range(picked):
                    line = pointer(kept.notes, (noted - picked + place) * at.NOTE_SIZE)
                    line[at.NOTE_FOUND] = _found(place, position, mind, scratch)
            play_turn(position, mind.rules, scratch.picks)
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
def _set_aside(state: Record, scratch: Scratch, chosen: int, count: int, beside: int) -> int:
    """Copy the turn that is played, then the best of the others and some that are not far behind; return how many."""
    values, kept = scratch.values, shifted(scratch.values, at.VALUES_AHEAD)
    _copy_turn(scratch, chosen, 0)
    kept[0] = values[chosen]
    values[chosen] = UNVALUED
    least, picked = kept[0] - _FAR, 1
    while picked <= beside:
        place, top, near = -1, least, 0
        for other in range(count):
            if values[other] > least and picked % 2 == 0:
                near += 1
                if random_below(state, near) == 0:
                    place = other
            elif values[other] > top and picked % 2:
                place, top = other, values[other]
        if place < 0:
            break
        _copy_turn(scratch, place, picked)
        kept[picked] = values[place]
        values[place] = UNVALUED
        picked += 1
    values[chosen] = kept[0]
    return picked


@inner
def _copy_turn(scratch: Scratch, place: int, picked: int) -> None:
    for offset in range(at.FOUND_SIZE):
        scratch.picks[picked * at.FOUND_SIZE + offset] = scratch.turns[place * at.FOUND_SIZE + offset]


@inner
def _note(place: int, best: np.float32, mind: Mind, scratch: Scratch, line: Trace) -> None:
    """Note the features of a turn set aside, and what it was thought to be worth."""
    features(shifted(scratch.picks, place * at.FOUND_SIZE), scratch.seen, mind.rules, line.features)
    line.notes[at.NOTE_BESIDE] = 1 if place else 0
    line.notes[at.NOTE_VALUE] = scratch.values[at.VALUES_AHEAD + place]
    line.notes[at.NOTE_BEST] = best


@inner
def _found(place: int, state: Record, mind: Mind, scratch: Scratch) -> np.float32:
    """Return the chance that the next turn sees after one set aside; where that loses, minus the cards left."""
    after = shifted(scratch.picks, at.PICKS_AFTER)
    for offset in range(at.STATE_SIZE):
        after[offset] = state[offset]
    play_turn(after, mind.rules, shifted(scratch.picks, place * at.FOUND_SIZE))
    chance = chance_of(after, mind, scratch, 0)
    if chance > 0:
        return chance  # type: ignore[return-value]
    return np.float32(-bits.count(after[at.UNPLAYED], after[at.UNPLAYED + 1]))


@entry
def value_openings(arrays: Scratch, settings: Mind, state: Array, seeds: Array, values: Array) -> None:
    """Write what the best first turn of each game is worth, as a logit."""
    scratch, mind, position = scratch_in(arrays), mind_in(settings), pointer(state, 0)
    for game in range(values.shape[0]):
        open_game(position, mind, scratch, game_seed(seeds[0], seeds[1] + np.uint64(game)))
        look(position, mind, scratch.seen)
        count = turns(scratch.seen, mind.rules, scratch)
        values[game] = scratch.values[decide(scratch.seen, mind, scratch, count)]
