"""Many games side by side, one step at a time: arrays with one record a line."""

from __future__ import annotations

from typing import Any

import numpy as np

from nonante.kernel import layout as at, records
from nonante.kernel.bits import pointer
from nonante.kernel.codes import ACTIONS
from nonante.kernel.compiling import Array, entry
from nonante.kernel.game import begin_turn, deal, play_action, report
from nonante.kernel.turn import legal_moves
from nonante.rules import REASONS


@entry
def deal_games(states: Array, rules: Array, seeds: Array) -> None:
    """Deal one game a line, each with its own rules record and seed; seat 0 is active."""
    for game in range(states.shape[0]):
        state, table = pointer(states, at.STATE_SIZE * game), pointer(rules, at.RULESRECORD_SIZE * game)
        deal(state, table, seeds[game])
        begin_turn(state, table, 0)


@entry
def begin_games(states: Array, rules: Array, seats: Array) -> None:
    """Start the first turn of every game with the seat given: arranged positions, or another seat of a deal (R5)."""
    for game in range(states.shape[0]):
        state = pointer(states, at.STATE_SIZE * game)
        state[at.TURN] = 0
        begin_turn(state, pointer(rules, at.RULESRECORD_SIZE * game), seats[game])


@entry
def legal_games(states: Array, masks: Array) -> None:
    """Write 1 for every legal action of every game and 0 for the others; a finished game has none."""
    actions = np.empty(ACTIONS, np.int64)
    masks[:] = 0
    for game in range(states.shape[0]):
        for place in range(legal_moves(pointer(states, at.STATE_SIZE * game), pointer(actions, 0))):
            masks[game, actions[place]] = 1


@entry
def step_games(states: Array, rules: Array, actions: Array) -> None:
    """Play one action in every game. They must be legal: nothing is checked, and a finished game must not go on."""
    for game in range(states.shape[0]):
        play_action(pointer(states, at.STATE_SIZE * game), pointer(rules, at.RULESRECORD_SIZE * game), actions[game])


@entry
def report_games(states: Array, rules: Array, outcomes: Array) -> None:
    """Write how every finished game ended; see `layout`."""
    for game in range(states.shape[0]):
        state, table = pointer(states, at.STATE_SIZE * game), pointer(rules, at.RULESRECORD_SIZE * game)
        report(state, table, pointer(outcomes, at.OUTCOME_SIZE * game))


def read_state(record: Array) -> dict[str, Any]:
    """Return what a state record says, under the names and in the words of `Game`."""
    said: list[int] = record.tolist()
    up, second_up, down, second_down = said[at.HEIGHTS : at.HEIGHTS + 4]
    reason = said[at.REASON]
    return {
        "tops": (up, second_up, 101 - down, 101 - second_down),
        "hands": tuple(_numbers(said[word], said[word + 1]) for word in range(at.HANDS, at.DECK, 4)),
        "draw": tuple(said[at.DECK + at.CARDS - said[at.LEFT] : at.DECK + at.CARDS]),
        "active": said[at.ACTIVE],
        "turn": said[at.TURN],
        "minimum": said[at.MINIMUM],
        "laid": said[at.LAID],
        "status": records.STATUSES[said[at.STATUS]],
        "reason": REASONS[reason - 1] if reason else None,
        "lock": said[at.LOCK],
    }


def _numbers(low: int, high: int) -> tuple[int, ...]:
    """Return the numbers of the bits that are set in two words."""
    cards, numbers = low & (1 << 64) - 1 | high << 64, list[int]()
    while cards:
        lowest = cards & -cards
        numbers.append(lowest.bit_length() - 1)
        cards ^= lowest
    return tuple(numbers)
