"""Whole games with every turn written down: what the seat saw, what was said, what it laid.

Here for the reference players; `teams` does the same for levels and champions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from . import layout as at
from .bits import count, pointer, pointers, shifted
from .codes import PLAYING
from .compiling import Array, entry, inner
from .fields import Record, cell, row
from .game import begin_turn, deal, play_action, report
from .layout import State
from .randomness import game_seed
from .reference import ReferenceSetup, asks_on, plan_rest
from .talk import hear

if TYPE_CHECKING:
    import numpy.typing as npt

_ZERO: Any = np.int64(0)
_MOST_TURNS: Final = at.CARDS  # of a game: each lays a card


class Written(Record):
    """A turn that was played."""

    written_game = cell()  # which of the games played
    written_turn = cell()
    written_seat = cell()
    written_hand = row(2)  # as it was when the turn began, like all that follows
    written_heights = row(4)
    written_counts = row(5)
    written_left = cell()
    written_minimum = cell()
    written_said = row(5)  # by seat, as bits: what it said before the turn, and `HOLDS_STOP`
    written_length = cell()
    written_actions = row(at.PLAN_ROOM)


SIZE: Final = Written.size
HOLDS_STOP: Final = 1 << 32  # with trouble goes that a seat holds a stop


@inner
def begin_writing(turn: Written, state: State, seats: int, game: int) -> None:
    """Write down what the active seat sees as its turn begins."""
    turn.written_game, turn.written_turn, turn.written_seat = game, state.turn, state.active
    for word in range(2):
        turn.written_hand[word] = state.hand[word]
    for pile in range(4):
        turn.written_heights[pile] = state.heights[pile]
    for seat in range(seats):
        hand = shifted(state.hands, 4 * seat)
        turn.written_counts[seat] = count(hand[0], hand[1])
    turn.written_left, turn.written_minimum, turn.written_length = state.left, state.minimum, 0


@inner
def write_action(turn: Written, action: int) -> None:
    """Add an action to a turn."""
    turn.written_actions[turn.written_length] = action
    turn.written_length += 1


@entry
def write_reference(arrays: ReferenceSetup, seeds: Array, outcomes: Array, turns: Array) -> int:
    """Play whole games with a reference player in every seat; return how many turns were written."""
    setup = pointers(arrays)
    written: int = _ZERO
    state, rules, plan = setup.state, setup.rules, setup.work.plan
    for game in range(outcomes.shape[0]):
        deal(state, rules, game_seed(seeds[0], seeds[1] + np.uint64(game)))
        begin_turn(state, rules, state.active)
        agreed, asked = False, 1
        while state.status == PLAYING:
            opens = state.laid == 0
            if opens:
                for seat in range(rules.players):
                    state.signals[seat] = 0
                hear(state, rules, setup.player, setup.prices)
            plan_rest(setup)
            if not agreed and asks_on(setup, asked):
                asked += 1
                continue
            agreed = True
            if opens:
                turn = pointer(turns, SIZE * written)
                begin_writing(turn, state, rules.players, game)
                for seat in range(rules.players):
                    turn.written_said[seat] = state.signals[seat]
                written += 1
            turn = pointer(turns, SIZE * (written - 1))
            for place in range(1, plan[0] + 1):
                if state.status == PLAYING and state.turn == turn.written_turn:
                    write_action(turn, plan[place])
                    play_action(state, rules, plan[place])
        report(state, rules, pointer(outcomes, at.OUTCOME_SIZE * game))
    return written


def rows_for(games: int) -> npt.NDArray[np.int64]:
    """Return rows for the turns of so many games; those that are not written cost no memory."""
    return np.zeros((games * _MOST_TURNS, SIZE), np.int64)
