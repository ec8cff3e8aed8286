"""What may become of a turn: every end valued, and turns played on in worlds that a view allows.

All plans of one question get the same worlds (`determinization`). And what might have become of a draw, with all else
as it was.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from . import layout as at
from .bits import pointer, pointers, shifted
from .candidates import turns
from .champion import decide
from .codes import PLAYING, WON
from .compiling import Array, Word, entry, inner
from .determinization import deal_world, look, play_turn
from .game import begin_turn, draw, play_action, report
from .judging import LOOKED_AT, LOST_VALUE, WON_VALUE, decide_among, value_of_plan
from .layout import State
from .lookahead import DROPPED
from .memory import copy_found, copy_state, nth
from .randomness import GOLDEN, mix, random_below, shuffle
from .scratch import Scratch, Setup
from .talk import words_of

PLAN_ROOM: Final = at.PLAN_ROOM
MOMENT_SIZE: Final = 8
"""A moment at which a seat spoke: heights, the cards not laid in 2 words, how many a turn needs, what it said."""
_UNPLAYED, _NEEDED, _WORDS = 4, 6, 7
ENDS, PLAN, TURN, WORLDS, DRAWS = 0, 1, 2, 3, 4
"""What may be asked."""
_FEW: Final = 12  # turns that a wide network values where plans are compared in many worlds
_TRIES: Final = 128  # other draws tried at most until a seat would have spoken alike after one
_ONE: Any = np.float32(1.0)
_POINT: Any = np.float32(0.01)


class Question(NamedTuple):
    """What is asked about a view or a state."""

    plans: Any
    """Each as `PLAN_ROOM` numbers: how many actions, then the actions."""
    moments: Any
    """When the seat that draws has spoken since, each as `MOMENT_SIZE` numbers."""
    worlds: Any
    """Two state records to play in, and behind them the pool of hidden cards."""
    values: Any
    """The answers: a row a plan, a column a world; logits, or what stands for won and lost."""


def question(plans: int, worlds: int, moments: int = 0) -> Question:
    """Return the arrays of a question."""
    return Question(
        np.zeros((plans, PLAN_ROOM), np.int64),
        np.zeros((moments, MOMENT_SIZE), np.int64),
        np.zeros(2 * at.STATE_SIZE + at.CARDS, np.int64),
        np.zeros((plans, worlds), np.float32),
    )


@entry
def ask(arrays: Scratch, settings: Setup, asked: Question, about: Array, what: int, seed: int, horizon: int) -> Any:
    """Answer a question: one entry for all, since each would be compiled with everything the champion knows.

    * ENDS: value the ends of the turn in the view `about`, without look-ahead; return how many there are, as
      `candidates.turns` does.
    * PLAN: return what the end of that turn is worth when the first plan is played in it.
    * TURN: return what the best turn of seat `seed` is worth in the state `about`, at the start of its turn, the others
      speaking as a champion does.
    * WORLDS: play every plan in the same worlds that the view `about` allows, then `horizon` whole turns more, and
      value what the next seat has then; a horizon beyond any game plays to the end.
    * DRAWS: let the active seat of the state `about` draw `horizon` cards from the pile, shuffled anew for each value;
      the value is that of TURN. As the pile lies it drew in the game, and only such draws count after which it would
      have spoken alike; where none is found soon, that one.
    """
    scratch, setup, record = pointers(arrays), pointers(settings), pointer(about, 0)
    if what == ENDS:
        count = turns(record, setup.rules, scratch)
        decide(record, setup, scratch, count)
        return np.float32(count)
    if what == PLAN:
        return value_of_plan(record, setup, scratch, pointer(asked.plans, 0))
    if what == TURN:
        begin_turn(record, setup.rules, seed)
        return _worth(record, setup, scratch)
    world, state = pointer(asked.worlds, 0), pointer(asked.worlds, at.STATE_SIZE)
    if what == DRAWS:
        _value_draws(state, record, setup, scratch, asked, seed, horizon)
        return np.float32(0)
    pool, wanted = pointer(asked.worlds, 2 * at.STATE_SIZE), LOOKED_AT if setup.rest[0] == 0 else _FEW
    for number in range(asked.values.shape[1]):
        deal_world(world, record, setup, pool, mix(np.uint64(seed) + GOLDEN * np.uint64(number)), 0)
        for plan in range(asked.values.shape[0]):
            copy_state(world, state)
            actions = pointer(asked.plans, plan * PLAN_ROOM)
            for step in range(actions[0]):
                play_action(state, setup.rules, actions[1 + step])
            asked.values[plan, number] = _worth_later(state, setup, scratch, horizon, wanted)
    return np.float32(0)


@inner
def _value_draws(
    state: State, before: State, setup: Setup, scratch: Scratch, asked: Question, seed: int, count: int
) -> None:
    """Value the turn of the active seat after so many cards drawn in other orders."""
    _draw(state, before, count, np.uint64(0), False)
    for number in range(asked.moments.shape[0]):
        moment = pointer(asked.moments, number * MOMENT_SIZE)
        moment[_WORDS] = _words_at(state, setup, moment)
    for number in range(asked.values.shape[1]):
        tries, word = 0, mix(np.uint64(seed) + GOLDEN * np.uint64(number))
        _draw(state, before, count, word, True)
        while tries < _TRIES and not _speaks_alike(state, setup, asked):
            tries, word = tries + 1, mix(word)
            _draw(state, before, count, word, tries < _TRIES)
        begin_turn(state, setup.rules, before.active)
        asked.values[0, number] = _worth(state, setup, scratch)


@inner
def _draw(state: State, before: State, count: int, seed: Word, shuffled: bool) -> None:
    """Let the active seat draw from the pile as it lies, or shuffled."""
    copy_state(before, state)
    if shuffled:
        shuffle(shifted(state.deck, at.CARDS - state.left), state.left, seed)
    draw(state, state.active, count)


@inner
def _speaks_alike(state: State, setup: Setup, asked: Question) -> bool:
    """Tell whether the active seat would have said the same at all moments."""
    for number in range(asked.moments.shape[0]):
        moment = pointer(asked.moments, number * MOMENT_SIZE)
        if _words_at(state, setup, moment) != moment[_WORDS]:
            return False
    return True


@inner
def _words_at(state: State, setup: Setup, moment: list[int]) -> int:
    """Return what the active seat says of its hand at a moment."""
    hand = shifted(state.hands, 4 * state.active)
    return words_of(hand, moment, shifted(moment, _UNPLAYED), setup.rules, moment[_NEEDED], setup.talk)


@inner
def _worth(state: State, setup: Setup, scratch: Scratch) -> float:
    """Return what the best turn is worth."""
    if state.status != PLAYING:
        return WON_VALUE if state.status == WON else LOST_VALUE
    look(state, setup, scratch.seen)
    return scratch.values[decide(scratch.seen, setup, scratch, turns(scratch.seen, setup.rules, scratch))]


@inner
def _worth_later(state: State, setup: Setup, scratch: Scratch, horizon: int, wanted: int) -> float:
    """Play so many turns on, and return what the best of so many turns is worth then."""
    while state.status == PLAYING:
        look(state, setup, scratch.seen)
        best = decide_among(scratch.seen, setup, scratch, turns(scratch.seen, setup.rules, scratch), wanted)
        if horizon == 0:
            return scratch.values[best]
        play_turn(state, setup.rules, nth(scratch.turns, at.TURNEND_SIZE, best))
        horizon -= 1
    return WON_VALUE if state.status == WON else LOST_VALUE


@entry
def play_near(
    arrays: Scratch, settings: Setup, start: Array, room: Array, seat: int, seed: int, outcomes: Array
) -> None:
    """Play the same deal from the start of a turn again and again, each turn one of those about as good as the best."""
    scratch, setup, state = pointers(arrays), pointers(settings), pointer(room, 0)
    for game in range(outcomes.shape[0]):
        copy_state(start, state)
        state.random = np.int64(mix(np.uint64(seed) + GOLDEN * np.uint64(game)))
        begin_turn(state, setup.rules, seat)
        while state.status == PLAYING:
            look(state, setup, scratch.seen)
            count = turns(scratch.seen, setup.rules, scratch)
            best = decide(scratch.seen, setup, scratch, count)
            if count > 0:
                best = _near_ahead(state, scratch) if scratch.ahead.ahead_done else _near(state, scratch, count, best)
            play_turn(state, setup.rules, nth(scratch.turns, at.TURNEND_SIZE, best))
        report(state, setup.rules, pointer(outcomes, at.OUTCOME_SIZE * game))


@inner
def _near(state: State, scratch: Scratch, count: int, best: int) -> int:
    """Return one of the turns within a point of the best, all equally likely."""
    least = _ONE / (_ONE + np.exp(-scratch.values[best])) - _POINT
    chosen, near = best, 0
    for other in range(count):
        if _ONE / (_ONE + np.exp(-scratch.values[other])) >= least:
            near += 1
            if random_below(state, near) == 0:
                chosen = other
    return chosen


@inner
def _near_ahead(state: State, scratch: Scratch) -> int:
    """Pick at random among the turns within a point of the best after look-ahead, and put the one chosen first."""
    picks, chances = scratch.picks, shifted(scratch.values, at.VALUES_AHEAD)
    most = np.float32(0.0)
    for place in range(scratch.ahead.ahead_done):
        if nth(picks.picked, at.TURNEND_SIZE, place).found_score != DROPPED:
            most = max(most, chances[place])
    least, near = most - _POINT * (scratch.ahead.ahead_worlds + scratch.ahead.ahead_trust), 0
    for place in range(scratch.ahead.ahead_done):
        if nth(picks.picked, at.TURNEND_SIZE, place).found_score != DROPPED and chances[place] >= least:
            near += 1
            if random_below(state, near) == 0:
                copy_found(nth(picks.picked, at.TURNEND_SIZE, place), scratch.turns)
    return 0
