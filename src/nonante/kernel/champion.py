"""The champion, compiled: it searches its turn, values the ends by its network and looks ahead.

It reads a view record and nothing else of a game. `trace` fills one from a game's state before every turn; `records`
fills one from a `View`.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from . import layout as at
from .bits import pointer, pointers
from .candidates import turns
from .codes import MARKS, PLAYING
from .compiling import Array, Word, entry, inner
from .determinization import look, play_turn
from .features import features
from .game import begin_turn, deal, report, start_by
from .judging import decide_at_once
from .layout import RulesRecord, State, View
from .lookahead import look_ahead
from .memory import copy_found, nth
from .randomness import game_seed, random_below
from .scratch import Mind, Scratch

_NEVER: Final = 10**9  # a wish that no turn is worth


@entry
def think(arrays: Scratch, settings: Mind) -> float:
    """Write the best turn for a view as the first of the turns; return its value as a logit."""
    scratch, mind = pointers(arrays), pointers(settings)
    list_marks(mind.rules)
    count = turns(scratch.seen, mind.rules, scratch)
    best = decide(scratch.seen, mind, scratch, count)
    copy_found(nth(scratch.turns, at.FOUND_SIZE, best), scratch.turns)
    return scratch.values[best]


@inner
def list_marks(rules: RulesRecord) -> None:
    """Write which cards carry each mark into the rules record, if any does."""
    if rules.special:
        for place in range(2 * MARKS):
            rules.cards_with[place] = 0
        for card in range(2, 100):
            rules.cards_with[2 * rules.mark_of[card] + (card >> 6)] |= 1 << (card & 63)


@inner
def wish_of(state: State, mind: Mind, scratch: Scratch) -> int:
    """Return 2 if the active seat would like to start, 0 if it would rather not, else 1; nobody has spoken yet."""
    view, talk, looks = scratch.seen, mind.talk, scratch.ahead.ahead_turns
    look(state, mind, view)
    for seat in range(mind.rules.players):
        view.said[seat] = 0
    scratch.ahead.ahead_turns = 0  # a wish is no matter of looking ahead
    count = turns(view, mind.rules, scratch)
    worth = scratch.values[decide_at_once(view, mind, scratch, count)] * 1000
    scratch.ahead.ahead_turns = looks
    return 2 if worth >= talk.talk_like_from else 0 if worth <= talk.talk_rather_not_to else 1


class _Thinker(NamedTuple):
    """What a champion thinks with."""

    mind: Mind
    scratch: Scratch


@inner
def _wish(state: State, own: _Thinker) -> int:
    return wish_of(state, own.mind, own.scratch)


_start = start_by(_wish)


@inner
def open_game(state: State, mind: Mind, scratch: Scratch, seed: Word) -> None:
    """Deal a game and agree on who starts."""
    deal(state, mind.rules, seed)
    list_marks(mind.rules)
    begin_turn(state, mind.rules, 0)
    if mind.rules.talk and mind.rules.players > 1 and mind.talk.talk_like_from < _NEVER:
        _start(state, mind.rules, _Thinker(mind, scratch))


@inner
def decide(view: View, mind: Mind, scratch: Scratch, count: int) -> int:
    """Return the place of the best of the turns found."""
    scratch.ahead.ahead_done = 0
    best = decide_at_once(view, mind, scratch, count)
    alone_at_last = view.seats == 1 and view.left == 0  # nothing is hidden any more: all was looked at
    if count < 1 or not scratch.ahead.ahead_turns or alone_at_last:
        return best
    value = scratch.values[best]
    look_ahead(view, mind, scratch, count)
    scratch.values[0] = value
    return 0


# --- for training -----------------------------------------------------------------------------------------------------


_NEAR: Any = np.float32(0.5)  # how much worse a turn that is tried may be


class Trace(NamedTuple):
    """Where notes are taken, a line a turn: its features, and beside them what `layout` says."""

    features: Any
    notes: Any


@entry
def trace(
    arrays: Scratch, settings: Mind, state: Array, seeds: Array, outcomes: Array, kept: Trace, explore: int
) -> int:
    """Play whole games with a champion in every seat; return how many turns were noted.

    `seeds` and `outcomes` are those of `reference`. As long as there is room, every turn is noted. In `explore` of 1024
    turns one of the best few is taken.
    """
    scratch, mind, position = pointers(arrays), pointers(settings), pointer(state, 0)
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
def value_openings(arrays: Scratch, settings: Mind, state: Array, seeds: Array, values: Array) -> None:
    """Write what the best first turn of each game is worth, as a logit."""
    scratch, mind, position = pointers(arrays), pointers(settings), pointer(state, 0)
    for game in range(values.shape[0]):
        open_game(position, mind, scratch, game_seed(seeds[0], seeds[1] + np.uint64(game)))
        look(position, mind, scratch.seen)
        count = turns(scratch.seen, mind.rules, scratch)
        values[game] = scratch.values[decide(scratch.seen, mind, scratch, count)]
