"""Whole games with every turn written down: what the seat saw, what was said, what it laid.

They are the games that `reference`, `teams` and `champion` play, turn by turn.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from . import layout as at
from .bits import count, pointer, pointers, shifted
from .codes import PLAYING, TROUBLE
from .compiling import Array, entry, inner
from .fields import Record, cell, row
from .game import begin_turn, deal, play_action, report
from .layout import State
from .randomness import game_seed
from .reference import Play, asks_on, choose, plan_rest
from .scratch import Mind, Paper, Scratch, paper
from .talk import hear
from .teams import Table, Team, holds_stop, plan_turn, see, start
from .workspace import Run, Workspace, own_rules

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
def _begin(turn: Written, state: State, seats: int, game: int) -> None:
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
def _add(turn: Written, action: int) -> None:
    turn.written_actions[turn.written_length] = action
    turn.written_length += 1


@entry
def write_simple(arrays: Play, seeds: Array, outcomes: Array, turns: Array) -> int:
    """Play whole games with a random or greedy player in every seat; return how many turns were written."""
    play = pointers(arrays)
    written: int = _ZERO
    state, rules = play.state, play.rules
    for game in range(outcomes.shape[0]):
        deal(state, rules, game_seed(seeds[0], seeds[1] + np.uint64(game)))
        begin_turn(state, rules, state.active)
        while state.status == PLAYING:
            if state.laid == 0:
                _begin(pointer(turns, SIZE * written), state, rules.players, game)
                written += 1
            action = choose(state, play.player, play.work.plan)
            _add(pointer(turns, SIZE * (written - 1)), action)
            play_action(state, rules, action)
        report(state, rules, pointer(outcomes, at.OUTCOME_SIZE * game))
    return written


@entry
def write_planned(arrays: Play, seeds: Array, outcomes: Array, turns: Array) -> int:
    """Play whole games with a planner in every seat; return how many turns were written."""
    play = pointers(arrays)
    written: int = _ZERO
    state, rules, plan = play.state, play.rules, play.work.plan
    for game in range(outcomes.shape[0]):
        deal(state, rules, game_seed(seeds[0], seeds[1] + np.uint64(game)))
        begin_turn(state, rules, state.active)
        first, asked = True, 1
        while state.status == PLAYING:
            opens = state.laid == 0
            if opens:
                for seat in range(rules.players):
                    state.signals[seat] = 0
                hear(state, rules, play.player, play.prices)
            plan_rest(play)
            if first and asks_on(play, asked):
                asked += 1
                continue
            first = False
            if opens:
                turn = pointer(turns, SIZE * written)
                _begin(turn, state, rules.players, game)
                for seat in range(rules.players):
                    turn.written_said[seat] = state.signals[seat]
                written += 1
            turn = pointer(turns, SIZE * (written - 1))
            for place in range(1, plan[0] + 1):
                if state.status == PLAYING and state.turn == turn.written_turn:
                    _add(turn, plan[place])
                    play_action(state, rules, plan[place])
        report(state, rules, pointer(outcomes, at.OUTCOME_SIZE * game))
    return written


@entry
def write_team(
    arrays: Scratch, settings: Mind, room: Paper, who: Team, state: Array, seeds: Array, outcomes: Array, turns: Array
) -> int:
    """Play whole games of levels and champions; return how many turns were written."""
    scratch, mind, position = pointers(arrays), pointers(settings), pointer(state, 0)
    sheets, team = pointers(room), pointers(who)
    written: int = _ZERO
    rules, planned = mind.rules, sheets.lists.planned
    for game in range(outcomes.shape[0]):
        number = seeds[1] + np.uint64(game)
        seats = shifted(team.seats, 5 if number & np.uint64(1) != 0 else 0)
        deal(position, rules, game_seed(seeds[0], number))
        begin_turn(position, rules, _ZERO)
        if rules.talk and rules.players > 1:
            start(position, rules, Table(mind, scratch, sheets, team, seats))
        while position.status == PLAYING:
            see(position, mind, team, seats, scratch.seen)
            turn = pointer(turns, SIZE * written)
            _begin(turn, position, rules.players, game)
            for seat in range(rules.players):
                said, hand = scratch.seen.said[seat], shifted(position.hands, 4 * seat)
                turn.written_said[seat] = said | (HOLDS_STOP if said & TROUBLE and holds_stop(hand, rules) else 0)
            plan_turn(position, mind, scratch, sheets, team, seats)
            for place in range(1, planned[0] + 1):
                _add(turn, planned[place])
                play_action(position, rules, planned[place])
            written += 1
        report(position, rules, pointer(outcomes, at.OUTCOME_SIZE * game))
    return written


def room_for(games: int) -> Any:
    """Return room for the turns of so many games; what is not written costs no memory."""
    return np.zeros((games * _MOST_TURNS, SIZE), np.int64)


def write_games(workspace: Workspace, mind: Mind, team: Team, run: Run) -> tuple[Any, Any]:
    """Play games of a team; return how each ended, a line a game, and its turns."""
    outcomes, turns = np.zeros((run.games, at.OUTCOME_SIZE), np.int64), room_for(run.games)
    own = own_rules(mind)
    written = write_team(workspace.scratch, own, paper(), team, workspace.state, run.seeds, outcomes, turns)
    return outcomes, turns[:written]
