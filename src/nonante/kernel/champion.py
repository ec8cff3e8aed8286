"""The champion, compiled: it searches its turn, values the ends by its network and looks ahead.

It reads a view record and nothing else of a game: `determinization.look` fills one from a state, `records` from a view.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from . import layout as at
from .bits import pointer, pointers
from .candidates import turns
from .codes import PLAYING
from .compiling import Array, Word, entry, inner
from .determinization import look, play_turn, see_table
from .game import begin_turn, deal, report, start_by
from .judging import decide_at_once
from .layout import State, View
from .lookahead import look_ahead
from .memory import copy_found, nth
from .randomness import game_seed
from .scratch import Scratch, Setup

_NEVER: Final = 10**9  # a wish that no turn is worth


@entry
def think(arrays: Scratch, settings: Setup) -> float:
    """Write the best turn for a view as the first of the turns; return its value as a logit."""
    scratch, setup = pointers(arrays), pointers(settings)
    count = turns(scratch.seen, setup.rules, scratch)
    best = decide(scratch.seen, setup, scratch, count)
    copy_found(nth(scratch.turns, at.TURNEND_SIZE, best), scratch.turns)
    return scratch.values[best]


@inner
def wish_of(state: State, setup: Setup, scratch: Scratch) -> int:
    """Return 2 if the active seat would like to start, 0 if it would rather not, else 1; nobody has spoken yet."""
    view, talk, looks = scratch.seen, setup.talk, scratch.ahead.ahead_turns
    see_table(state, setup.rules, view)
    scratch.ahead.ahead_turns = 0  # a wish is no matter of looking ahead
    count = turns(view, setup.rules, scratch)
    worth = scratch.values[decide_at_once(view, setup, scratch, count)] * 1000
    scratch.ahead.ahead_turns = looks
    return 2 if worth >= talk.talk_like_from else 0 if worth <= talk.talk_rather_not_to else 1


class _Thinker(NamedTuple):
    """A champion and its memory."""

    setup: Setup
    scratch: Scratch


@inner
def _wish(state: State, own: _Thinker) -> int:
    return wish_of(state, own.setup, own.scratch)


_start = start_by(_wish)


@inner
def open_game(state: State, setup: Setup, scratch: Scratch, seed: Word) -> None:
    """Deal a game and agree on who starts."""
    deal(state, setup.rules, seed)
    begin_turn(state, setup.rules, 0)
    if setup.rules.talk and setup.rules.players > 1 and setup.talk.talk_like_from < _NEVER:
        _start(state, setup.rules, _Thinker(setup, scratch))


@inner
def decide(view: View, setup: Setup, scratch: Scratch, count: int) -> int:
    """Return the place of the best of the turns found."""
    scratch.ahead.ahead_done = 0
    best = decide_at_once(view, setup, scratch, count)
    alone_at_last = view.seats == 1 and view.left == 0  # nothing is hidden any more: all was looked at
    if count < 1 or not scratch.ahead.ahead_turns or alone_at_last:
        return best
    value = scratch.values[best]
    look_ahead(view, setup, scratch, count)
    scratch.values[0] = value
    return 0


@inner
def take_turn(state: State, setup: Setup, scratch: Scratch) -> None:
    """Let the active seat look at the table, decide and play its turn; what that is worth stays in `scratch`."""
    look(state, setup, scratch.seen)
    best = decide(scratch.seen, setup, scratch, turns(scratch.seen, setup.rules, scratch))
    play_turn(state, setup.rules, nth(scratch.turns, at.TURNEND_SIZE, best))


@entry
def play(arrays: Scratch, settings: Setup, state: Array, seeds: Array, outcomes: Array) -> None:
    """Play whole games with a champion in every seat; `seeds` and `outcomes` are those of `reference`."""
    scratch, setup, position = pointers(arrays), pointers(settings), pointer(state, 0)
    for game in range(outcomes.shape[0]):
        open_game(position, setup, scratch, game_seed(seeds[0], seeds[1] + np.uint64(game)))
        while position.status == PLAYING:
            take_turn(position, setup, scratch)
        report(position, setup.rules, pointer(outcomes, at.OUTCOME_SIZE * game))
