"""Whole games of the reference players."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import bits, layout as at
from .bits import pointer
from .codes import END, GROUPS, PLANNER, PLAYING
from .compiling import Array, entry, inlined, inner
from .game import begin_turn, deal, deal_cards, end_turn, play_action, report, report_plain
from .layout import Planning, Reference, RulesRecord, State
from .packets import plan_by_packets
from .planner import plan_by_search
from .randomness import game_seed
from .simple import choose, greedy_turn, log_action
from .talk import hear
from .turn import can_lay, move_card

_ONE: Any = np.int64(1)  # for an argument: Numba compiles a function once more for every bare number it is called with


@inner
def _asks_on(state: State, rules: RulesRecord, player: Reference, work: Planning, asked: int) -> bool:
    """Tell whether this seat would rather not start and another is left to ask (R5); the first turn is then its own."""
    if asked >= rules.players or not rules.talk or player.start_cost < 0:
        return False
    cost = 0
    for place in range(1, work.plan[0] + 1):
        # Its distance from the bare pile, and only for the last card on each: a plan is sorted by pile.
        action, after = work.plan[place], work.plan[place + 1] if place < work.plan[0] else END
        if action != END and (after == END or after & 3 != action & 3):
            cost += bits.upright((action >> 2) + 2, action & 3) - 1
    if cost <= player.start_cost:
        return False
    state.turn = 0
    return True


@inlined
def _play_plan(state: State, rules: RulesRecord, work: Planning, log: list[int], room: int, written: int) -> int:
    """Play a plan in a game without marks, and end the turn unless it is to be planned on; return what was written."""
    action = END
    for place in range(1, work.plan[0] + 1):
        action = work.plan[place]
        written = log_action(state, log, room, written, action)
        if action != END:
            move_card(state, action)
    if action == END or state.hand[0] | state.hand[1] == 0 or not can_lay(state, state.lock, action != END):
        end_turn(state, rules)
    return written


@entry
def plan_turn(state: Array, rules: Array, player: Array, work: Array, prices: Array) -> None:
    """Plan the rest of the turn that a state stands at, for a planner beside other players; it heeds nobody."""
    position, table, own, search = pointer(state, 0), pointer(rules, 0), pointer(player, 0), pointer(work, 0)
    if own.kind == GROUPS and not table.special:
        plan_by_packets(position, own, search, pointer(prices, 0))
    elif own.kind >= PLANNER:
        plan_by_search(position, table, own, search, pointer(prices, 0))
    else:
        search.plan[1] = choose(position, own, search)
        search.plan[0] = 1


# Kinds of players and games have an entry each, so that a run compiles no more than it needs. They play the games
# `first`, `first` + 1, … of a run, one a line of `outcomes`; `seeds` holds the run's seed and `first`. `state`, `rules`
# and `work` are overwritten; `log` gets the starting seat and the actions of the last game, as far as it has room.
# Where signals are used, the first seat starts that would like to, whose first turn costs no more than START_COST; the
# last one if none would.


@entry
def play_simple(
    state: Array, rules: Array, player: Array, work: Array, prices: Array, seeds: Array, outcomes: Array, log: Array
) -> None:
    """Play whole games with a random or greedy player in every seat."""
    position, table, own, search = pointer(state, 0), pointer(rules, 0), pointer(player, 0), pointer(work, 0)
    prices[0] = 0.0
    for game in range(outcomes.shape[0]):
        deal(position, table, game_seed(seeds[0], seeds[1] + np.uint64(game)))
        begin_turn(position, table, position.active)
        written = _ONE
        while position.status == PLAYING:
            action = choose(position, own, search)
            written = log_action(position, pointer(log, 0), log.size, written, action)
            play_action(position, table, action)
        report(position, table, pointer(outcomes, at.OUTCOME_SIZE * game))


@entry
def play_greedy(
    state: Array, rules: Array, player: Array, work: Array, prices: Array, seeds: Array, outcomes: Array, log: Array
) -> None:
    """Play whole games without marked cards, with a greedy player in every seat."""
    position, table, own = pointer(state, 0), pointer(rules, 0), pointer(player, 0)
    work[0] = prices[0] = 0
    for game in range(outcomes.shape[0]):
        deal_cards(position, table, game_seed(seeds[0], seeds[1] + np.uint64(game)))
        begin_turn(position, table, position.active)
        written = _ONE
        while position.status == PLAYING:
            written = greedy_turn(position, table, own, pointer(log, 0), log.size, written)
        report_plain(position, pointer(outcomes, at.OUTCOME_SIZE * game))


@entry
def play_groups(
    state: Array, rules: Array, player: Array, work: Array, prices: Array, seeds: Array, outcomes: Array, log: Array
) -> None:
    """Play whole games without marked cards, with a planner by packets in every seat."""
    position, table, own, search = pointer(state, 0), pointer(rules, 0), pointer(player, 0), pointer(work, 0)
    price = pointer(prices, 0)
    for game in range(outcomes.shape[0]):
        deal_cards(position, table, game_seed(seeds[0], seeds[1] + np.uint64(game)))
        begin_turn(position, table, position.active)
        written = asked = _ONE
        while position.status == PLAYING:
            if position.laid == 0:
                hear(position, table, own, price)
            plan_by_packets(position, own, search, price)
            if written == 1 and _asks_on(position, table, own, search, asked):
                asked += 1
                begin_turn(position, table, position.active + 1)
            else:
                written = _play_plan(position, table, search, pointer(log, 0), log.size, written)
        report_plain(position, pointer(outcomes, at.OUTCOME_SIZE * game))


@entry
def play_searched(
    state: Array, rules: Array, player: Array, work: Array, prices: Array, seeds: Array, outcomes: Array, log: Array
) -> None:
    """Play whole games of any edition with a planner that searches through its turn in every seat."""
    position, table, own, search = pointer(state, 0), pointer(rules, 0), pointer(player, 0), pointer(work, 0)
    price = pointer(prices, 0)
    for game in range(outcomes.shape[0]):
        deal(position, table, game_seed(seeds[0], seeds[1] + np.uint64(game)))
        begin_turn(position, table, position.active)
        written = asked = _ONE
        while position.status == PLAYING:
            if position.laid == 0:
                hear(position, table, own, price)
            plan_by_search(position, table, own, search, price)
            if written == 1 and _asks_on(position, table, own, search, asked):
                asked += 1
                begin_turn(position, table, position.active + 1)
                continue
            for place in range(search.plan[0]):
                action = search.plan[1 + place]
                written = log_action(position, pointer(log, 0), log.size, written, action)
                play_action(position, table, action)
        report(position, table, pointer(outcomes, at.OUTCOME_SIZE * game))
