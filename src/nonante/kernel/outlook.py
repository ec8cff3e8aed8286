"""What may become of a turn: every end valued, and turns played on in worlds that a view allows.

All plans of one question get the same worlds (`worlds`).
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from . import bits
from . import layout as at
from .bits import pointer, shifted
from .candidates import turns
from .champion import decide, list_marks, open_game
from .codes import NOBODY, PLAYING, WON
from .compiling import Array, Record, entry, inner
from .game import begin_turn, play_action, report
from .judging import LOST_VALUE, WON_VALUE
from .lookahead import DROPPED
from .network import begin_values, value_of
from .randomness import GOLDEN, game_seed, mix, random_below
from .scratch import Mind, Scratch, mind_in, scratch_in
from .seeing import look, play_turn
from .turn import lay
from .worlds import deal_world

MOST_PLANS: Final = 8
"""Plans of one question."""
PLAN_ROOM: Final = 12
"""Actions of a plan at most, and in front how many they are."""
ENDS, PLAN, TURN, WORLDS = 0, 1, 2, 3
"""What may be asked."""
_ONE: Any = np.float32(1.0)
_POINT: Any = np.float32(0.01)


class Question(NamedTuple):
    """What is asked about a view."""

    plans: Any
    """Each as `PLAN_ROOM` numbers: how many actions, then the actions."""
    kept: Any
    """A seat, or -1, and two words: cards that this seat holds in every world."""
    worlds: Any
    """Two state records to play in, and the pool of hidden cards behind them."""
    values: Any
    """The answers: a row a plan, a column a world; logits, or what stands for won and lost."""


def question(plans: int, worlds: int) -> Question:
    """Return room for a question."""
    return Question(
        np.zeros((plans, PLAN_ROOM), np.int64),
        np.array([NOBODY, 0, 0], np.int64),
        np.zeros(2 * at.STATE_SIZE + at.CARDS, np.int64),
        np.zeros((plans, worlds), np.float32),
    )


@entry
def ask(arrays: Scratch, settings: Mind, asked: Question, about: Array, what: int, seed: int, horizon: int) -> Any:
    """Answer a question: one entry for all, since each would be compiled with everything the champion knows.

    * ENDS: value the ends of the turn in the view `about`, without look-ahead; return how many there are, as
      `candidates.turns` does.
    * PLAN: return what the end of that turn is worth when the first plan is played in it.
    * TURN: return what the best turn of seat `seed` is worth in the state `about`, at the start of its turn, the others
      speaking as a champion does.
    * WORLDS: play every plan in the same worlds that the view `about` allows, then `horizon` whole turns more, and
      value what the next seat has then; a horizon beyond any game plays to the end.
    """
    scratch, mind, record = scratch_in(arrays), mind_in(settings), pointer(about, 0)
    list_marks(mind.rules)
    if what == ENDS:
        count = turns(record, mind.rules, scratch)
        decide(record, mind, scratch, count)
        return np.float32(count)
    if what == PLAN:
        return _value_plan(scratch, mind, record, pointer(asked.plans, 0))
    if what == TURN:
        begin_turn(record, mind.rules, seed)
        return _worth(record, mind, scratch, horizon)
    world, state = pointer(asked.worlds, 0), pointer(asked.worlds, at.STATE_SIZE)
    pool, kept = pointer(asked.worlds, 2 * at.STATE_SIZE), pointer(asked.kept, 0)
    for number in range(asked.values.shape[1]):
        deal_world(world, record, mind, pool, kept, mix(np.uint64(seed) + GOLDEN * np.uint64(number)))
        for plan in range(asked.values.shape[0]):
            for place in range(at.STATE_SIZE):
                state[place] = world[place]
            actions = pointer(asked.plans, plan * PLAN_ROOM)
            for step in range(actions[0]):
                play_action(state, mind.rules, actions[1 + step])
            asked.values[plan, number] = _worth(state, mind, scratch, horizon)
    return np.float32(0)


@inner
def _value_plan(scratch: Scratch, mind: Mind, view: Record, plan: Record) -> Any:
    """Return what the end of a view's turn is worth when these actions are played in it."""
    turn, end = scratch.search, scratch.turns
    for place in range(at.TURN_SIZE):
        turn[place] = view[place]
    for number in range(plan[0]):
        lay(turn, mind.rules, plan[1 + number])
    if turn[at.STATUS] != PLAYING:
        return WON_VALUE if turn[at.STATUS] == WON else LOST_VALUE
    for place in range(at.POSITION_SIZE):
        end[place] = turn[place]
    end[at.FOUND_SHOWN], end[at.FOUND_FIRES] = turn[at.SHOWN], turn[at.FIRES]
    begin_values(mind, scratch)
    return value_of(end, view, mind, scratch)


@inner
def _worth(state: Record, mind: Mind, scratch: Scratch, horizon: int) -> Any:
    """Play so many turns on, and return what the best turn is worth then."""
    while state[at.STATUS] == PLAYING:
        look(state, mind, scratch.seen)
        best = decide(scratch.seen, mind, scratch, turns(scratch.seen, mind.rules, scratch))
        if horizon == 0:
            return scratch.values[best]
        play_turn(state, mind.rules, shifted(scratch.turns, best * at.FOUND_SIZE))
        horizon -= 1
    return WON_VALUE if state[at.STATUS] == WON else LOST_VALUE


@entry
def follow(arrays: Scratch, settings: Mind, state: Array, seeds: Array, outcome: Array, note: Array) -> int:
    """Play the next turn of a game as `champion.play` does; the first call, with an empty state, deals it.

    Note what the best end is worth, as a logit, and how many cards were still to lay. Return whether the game goes on;
    once it does not, the outcome is written.
    """
    scratch, mind, position = scratch_in(arrays), mind_in(settings), pointer(state, 0)
    if position[at.TURN] == 0:
        open_game(position, mind, scratch, game_seed(seeds[0], seeds[1]))
        return True
    look(position, mind, scratch.seen)
    note[1] = bits.count(scratch.seen[at.UNPLAYED], scratch.seen[at.UNPLAYED + 1])
    best = decide(scratch.seen, mind, scratch, turns(scratch.seen, mind.rules, scratch))
    note[0] = scratch.values[best]
    play_turn(position, mind.rules, shifted(scratch.turns, best * at.FOUND_SIZE))
    if position[at.STATUS] == PLAYING:
        return True
    report(position, mind.rules, pointer(outcome, 0))
    return False


@entry
def play_near(arrays: Scratch, settings: Mind, start: Array, seat: int, seed: int, outcomes: Array) -> None:
    """Play the same deal from the start of a turn again and again, each turn one of those about as good as the best."""
    scratch, mind = scratch_in(arrays), mind_in(settings)
    room = np.zeros(at.STATE_SIZE, np.int64)
    state = pointer(room, 0)
    list_marks(mind.rules)
    for game in range(outcomes.shape[0]):
        for place in range(at.STATE_SIZE):
            state[place] = start[place]
        state[at.RANDOM] = np.int64(mix(np.uint64(seed) + GOLDEN * np.uint64(game)))
        begin_turn(state, mind.rules, seat)
        while state[at.STATUS] == PLAYING:
            look(state, mind, scratch.seen)
            count = turns(scratch.seen, mind.rules, scratch)
            best = decide(scratch.seen, mind, scratch, count)
            if count > 0:
                best = (
                    _near_ahead(state, scratch) if scratch.ahead[at.AHEAD_DONE] else _near(state, scratch, count, best)
                )
            play_turn(state, mind.rules, shifted(scratch.turns, best * at.FOUND_SIZE))
        report(state, mind.rules, pointer(outcomes, at.OUTCOME_SIZE * game))


@inner
def _near(state: Record, scratch: Scratch, count: int, best: int) -> int:
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
def _near_ahead(state: Record, scratch: Scratch) -> int:
    """Do the same among the turns looked through, and put the one chosen first."""
    picks, chances = scratch.picks, shifted(scratch.values, at.VALUES_AHEAD)
    most = np.float32(0.0)
    for place in range(scratch.ahead[at.AHEAD_DONE]):
        if picks[place * at.FOUND_SIZE + at.FOUND_SCORE] != DROPPED:
            most = max(most, chances[place])
    least, near = most - _POINT * (scratch.ahead[at.AHEAD_WORLDS] + scratch.ahead[at.AHEAD_TRUST]), 0
    for place in range(scratch.ahead[at.AHEAD_DONE]):
        if picks[place * at.FOUND_SIZE + at.FOUND_SCORE] != DROPPED and chances[place] >= least:
            near += 1
            if random_below(state, near) == 0:
                for offset in range(at.FOUND_SIZE):
                    scratch.turns[offset] = picks[place * at.FOUND_SIZE + offset]
    return 0
