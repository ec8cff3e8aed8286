"""The simple reference players: a random one, and a greedy one that lays the nearest card."""

from __future__ import annotations

from typing import Final

from . import bits
from .codes import END, FREE, GREEDY
from .compiling import forced, inlined, inner
from .game import end_turn
from .layout import Reference, RulesRecord, State, TurnState
from .randomness import random_below
from .turn import legal_moves, move_card, retro_open

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
def greedy_turn(state: State, rules: RulesRecord, player: Reference, log: list[int], room: int, written: int) -> int:
    """Play a whole turn of a greedy player in a game without marks; return how much was written so far."""
    reach = player.reach if state.left else player.reach_end
    while state.hand[0] | state.hand[1]:
        best = _NO_STEP << _STEP
        for pile in range(4):
            choice = _step_choice(state, pile, True)
            best = choice if choice < best else best
        if state.laid >= state.minimum:
            if best >> _STEP > reach:
                written = log_action(state, log, room, written, END)
                break
        elif best >> _STEP >= _NO_STEP:
            break
        action = bits.action_of(best & _CARD, best >> _PILE & 3)
        written = log_action(state, log, room, written, action)
        move_card(state, action)
    end_turn(state, rules)
    return written


@inlined
def log_action(state: State, log: list[int], room: int, written: int, action: int) -> int:
    """Write an action down if there is room, behind the seat that starts, and return how much was written so far."""
    if written == 1 and room:
        log[0] = state.active
    if written < room:
        log[written] = action
    return written + 1
