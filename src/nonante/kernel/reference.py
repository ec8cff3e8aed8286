"""The reference players: a random one, a greedy one that lays the nearest card, planners; and their whole games."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from . import bits, layout as at
from .bits import pointer, pointers
from .codes import END, FREE, GREEDY, PLANNER, PLAYING
from .compiling import Array, entry, forced, inlined, inner
from .game import begin_first_turn, begin_turn, deal, deal_cards, end_turn, play_action, report, report_plain
from .layout import Planning, Prices, Reference, RulesRecord, State, TurnState
from .planner import plan_by_search
from .planner_by_pile import plan_by_packets
from .randomness import game_seed, random_below
from .talk import hear
from .turn import can_lay, legal_moves, move_card, retro_open

_ONE: Any = np.int64(1)  # for an argument: Numba compiles a function once more for every bare number it is called with
# a choice is one number: the step, the pile, the card
_STEP: Final = 9
_PILE: Final = 7
_CARD: Final = 127
_NO_STEP: Final = 129  # what `bits.shortest` says where no card fits


@forced
def _step_choice(turn: TurnState, pile: int, retro: bool) -> int:
    """Return the nearest card of one pile as one number: its step, then the pile, then the card.

    The least of four such numbers is found without a branch, which nobody could foretell.
    """
    low, high = turn.hand[pile & 2], turn.hand[(pile & 2) + 1]
    height = turn.heights[pile]
    step = bits.shortest(low, high, height)
    if step < 0 and not retro:
        near = bits.above(low, high, height)
        step = near - height if near else _NO_STEP
    return step << _STEP | pile << _PILE | (height + step) & _CARD


@inner
def _nearest(turn: TurnState, player: Reference) -> int:
    """Return the action with the shortest step, a retro counting -10; `END` once an extra step is beyond the reach."""
    retro, best = retro_open(turn), _NO_STEP << _STEP
    for pile in range(4):
        if turn.lock == FREE or turn.lock == pile:
            choice = _step_choice(turn, pile, retro)
            best = choice if choice < best else best
    reach = player.reach if turn.left else player.reach_end
    if turn.laid >= turn.minimum and best >> _STEP > reach:
        return END
    return bits.action_of(best & _CARD, best >> _PILE & 3)


@inner
def choose(state: State, player: Reference, moves: list[int]) -> int:
    """Return the next action of a simple player."""
    if player.kind == GREEDY:
        return _nearest(state, player)
    return moves[random_below(state, legal_moves(state, moves))]


@inner
def greedy_turn(state: State, rules: RulesRecord, player: Reference) -> None:
    """Play a whole turn of a greedy player in a game without marks."""
    reach = player.reach if state.left else player.reach_end
    while state.hand[0] | state.hand[1]:
        best = _NO_STEP << _STEP
        for pile in range(4):
            choice = _step_choice(state, pile, True)
            best = choice if choice < best else best
        if best >> _STEP > (reach if state.laid >= state.minimum else _NO_STEP - 1):
            break
        move_card(state, bits.action_of(best & _CARD, best >> _PILE & 3))
    end_turn(state, rules)


@inner
def plan_by_kind(state: State, rules: RulesRecord, player: Reference, work: Planning, prices: Prices) -> None:
    """Leave a planner's turn as the plan."""
    if rules.special:
        plan_by_search(state, rules, player, work, prices)
    else:
        plan_by_packets(state, player, work, prices)


# --- whole games ------------------------------------------------------------------------------------------------------


class ReferenceSetup(NamedTuple):
    """What whole games are played with: arrays where Python calls, pointers within compiled code."""

    state: State
    rules: RulesRecord
    player: Reference
    work: Planning
    prices: Prices


def reference_setup(rules: Array, player: Array) -> ReferenceSetup:
    """Return the setup of a run: these records, and arrays to work in."""
    arrays: Any = ReferenceSetup  # they stand for the records that they hold
    setup: ReferenceSetup = arrays(
        np.zeros(at.STATE_SIZE, np.int64),
        rules,
        player,
        np.zeros(at.PLANNING_SIZE, np.int64),
        np.zeros(at.PRICES_SIZE),
    )
    return setup


@inner
def asks_on(setup: ReferenceSetup, asked: int) -> bool:
    """Tell whether this seat would rather not start and another is left to ask (R5); the first turn is then its own."""
    state, rules, player, plan = setup.state, setup.rules, setup.player, setup.work.plan
    if asked >= rules.players or not rules.talk or player.start_cost < 0:
        return False
    cost = 0
    for place in range(1, plan[0] + 1):
        # Its distance from the bare pile, and only for the last card on each: a plan is sorted by pile.
        action, after = plan[place], plan[place + 1] if place < plan[0] else END
        if action != END and (after == END or after & 3 != action & 3):
            cost += bits.upright((action >> 2) + 2, action & 3) - 1
    if cost <= player.start_cost:
        return False
    begin_first_turn(state, rules, state.active + 1)
    return True


@inlined
def _play_plan(state: State, rules: RulesRecord, plan: list[int]) -> None:
    """Play a plan in a game without marks, and end the turn unless it is to be planned on."""
    action = END
    for place in range(1, plan[0] + 1):
        action = plan[place]
        if action != END:
            move_card(state, action)
    if action == END or state.hand[0] | state.hand[1] == 0 or not can_lay(state, state.lock, action != END):
        end_turn(state, rules)


@inner
def plan_rest(setup: ReferenceSetup) -> None:
    """Plan the rest of the turn that the state stands at; prices say what others ask for."""
    if setup.player.kind == PLANNER:
        plan_by_kind(setup.state, setup.rules, setup.player, setup.work, setup.prices)
    else:
        setup.work.plan[1] = choose(setup.state, setup.player, setup.work.plan)
        setup.work.plan[0] = 1


@entry
def plan_turn(arrays: ReferenceSetup) -> None:
    """Plan the rest of the turn that a state stands at, for a player beside others; it heeds nobody."""
    plan_rest(pointers(arrays))


# Kinds of players and games have an entry each, so that a run compiles no more than it needs. They play the games
# `first`, `first` + 1, … of a run, one a line of `outcomes`; `seeds` holds the run's seed and `first`. Where signals
# are used, the first seat starts that would like to, whose first turn costs no more than START_COST; the last one if
# none would.


@entry
def play_simple(arrays: ReferenceSetup, seeds: Array, outcomes: Array) -> None:
    """Play whole games with a random or greedy player in every seat."""
    setup = pointers(arrays)
    state, rules = setup.state, setup.rules
    for game in range(outcomes.shape[0]):
        deal(state, rules, game_seed(seeds[0], seeds[1] + np.uint64(game)))
        begin_turn(state, rules, state.active)
        while state.status == PLAYING:
            play_action(state, rules, choose(state, setup.player, setup.work.plan))
        report(state, rules, pointer(outcomes, at.OUTCOME_SIZE * game))


@entry
def play_greedy(arrays: ReferenceSetup, seeds: Array, outcomes: Array) -> None:
    """Play whole games without marked cards, with a greedy player in every seat."""
    setup = pointers(arrays)
    state, rules = setup.state, setup.rules
    for game in range(outcomes.shape[0]):
        deal_cards(state, rules, game_seed(seeds[0], seeds[1] + np.uint64(game)))
        begin_turn(state, rules, state.active)
        while state.status == PLAYING:
            greedy_turn(state, rules, setup.player)
        report_plain(state, pointer(outcomes, at.OUTCOME_SIZE * game))


@entry
def play_packets(arrays: ReferenceSetup, seeds: Array, outcomes: Array) -> None:
    """Play whole games without marked cards, with a planner in every seat."""
    setup = pointers(arrays)
    state, rules = setup.state, setup.rules
    for game in range(outcomes.shape[0]):
        deal_cards(state, rules, game_seed(seeds[0], seeds[1] + np.uint64(game)))
        begin_turn(state, rules, state.active)
        agreed, asked = False, _ONE
        while state.status == PLAYING:
            if state.laid == 0:
                hear(state, rules, setup.player, setup.prices)
            plan_by_packets(state, setup.player, setup.work, setup.prices)
            if not agreed and asks_on(setup, asked):
                asked += 1
            else:
                agreed = True
                _play_plan(state, rules, setup.work.plan)
        report_plain(state, pointer(outcomes, at.OUTCOME_SIZE * game))


@entry
def play_searched(arrays: ReferenceSetup, seeds: Array, outcomes: Array) -> None:
    """Play whole games with marked cards, with a planner in every seat."""
    setup = pointers(arrays)
    state, rules, plan = setup.state, setup.rules, setup.work.plan
    for game in range(outcomes.shape[0]):
        deal(state, rules, game_seed(seeds[0], seeds[1] + np.uint64(game)))
        begin_turn(state, rules, state.active)
        agreed, asked = False, _ONE
        while state.status == PLAYING:
            if state.laid == 0:
                hear(state, rules, setup.player, setup.prices)
            plan_by_search(state, rules, setup.player, setup.work, setup.prices)
            if not agreed and asks_on(setup, asked):
                asked += 1
                continue
            agreed = True
            for place in range(plan[0]):
                play_action(state, rules, plan[1 + place])
        report(state, rules, pointer(outcomes, at.OUTCOME_SIZE * game))
