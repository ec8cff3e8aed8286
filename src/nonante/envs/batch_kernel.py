"""Compiled: many games side by side, each step with its reward, its observation and its mask.

The game itself is `kernel.core`; this file only writes what a trainer reads. Everything is written straight into
the arrays given, row by row, and no thread touches another's rows.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

from ..kernel import core as kernel
from .layout import DRAW_MOST, HAND_MOST

_F = TypeVar("_F", bound=Callable[..., Any])
Row = Any  # a pointer to cells; the type checker cannot see through Numba
Array = Any
_njit: Any = njit
_cells: Any = kernel._cells

# Numba's cache watches the file of the function it stores, and not the kernel this one is built on: its digest in the
# name makes a new kernel a new function.
_KERNEL: Final = sha256(Path(kernel.__file__).read_bytes()).hexdigest()[:12]


def _entry(function: _F) -> _F:
    function.__qualname__ += f"_{_KERNEL}"
    compiled: _F = _njit(cache=True, nogil=True, error_model="numpy", no_cfunc_wrapper=True)(function)
    return compiled


def _inner(function: _F) -> _F:
    compiled: _F = _njit(nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
    return compiled


# Where the parts of the observation begin, as in `layout`; the parts after `active` depend on the number of players.
HAND: Final = 0
TOPS: Final = 98
MARKS: Final = 498
LOCK: Final = 530
TOUCHED: Final = 534
THREE: Final = 538
LAID: Final = 539
NEEDED: Final = LAID + HAND_MOST + 1
DRAW: Final = NEEDED + 4
ACTIVE: Final = DRAW + DRAW_MOST + 1

# what a game remembers beside the kernel's state
OPEN: Final = 0  # 2 words: the cards not laid when this turn began
LAST: Final = 2  # 2 words: the cards laid in the turn before
LAST_SEAT: Final = 4  # whose turn that was, or -1
NUMBER: Final = 5  # which game of the run this is
PILES: Final = 6  # bit of each pile laid on this turn; the kernel keeps them for games with marks only
MEMORY_SIZE: Final = 8

CARDS: Final = 0
END: Final = 1
WIN: Final = 2
SHAPED: Final = 3

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_U1 = np.uint64(1)
_U32 = np.uint64(32)


def _read_eight(_typing: Any, row: Any, place: Any) -> Any:  # noqa: ARG001 - Numba wants the arguments by name
    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        word = builder.bitcast(builder.gep(args[0], [args[1]]), ir.IntType(64).as_pointer())
        return builder.load(word, align=1)

    return types.int64(row, types.int64), generate


_eight: Any = intrinsic(_read_eight)  # eight bytes of a row, from a place on, as one word


@_inner
def _set_cards(out: Row, place: int, low: int, high: int) -> None:
    card = kernel._above(low, high, 1)
    while card:
        out[place + card - 2] = 1
        card = kernel._above(low, high, card)


@_inner
def _observe(state: Row, rules: Row, memory: Row, out: Row, size: int, unseen: int) -> None:
    """Write the observation of the active seat; `unseen` is the place of that part, or 0."""
    for place in range(size):
        out[place] = 0
    players, seat = rules[kernel.PLAYERS], state[kernel.ACTIVE]
    hand_low, hand_high = state[kernel.HAND], state[kernel.HAND + 1]
    alive_low, alive_high = state[kernel.ALIVE], state[kernel.ALIVE + 1]
    _set_cards(out, HAND, hand_low, hand_high)
    for pile in range(4):
        height = state[kernel.HEIGHTS + pile]
        top = height if pile < 2 else 101 - height
        out[TOPS + 100 * pile + top - 1] = 1
        mark = rules[kernel.MARKS + top]
        if mark:
            out[MARKS + 8 * pile + mark - 1] = 1
    laid = state[kernel.LAID]
    if laid:
        _set_turn(state, rules, memory, out)
    out[LAID + laid] = 1
    out[NEEDED + max(0, state[kernel.MINIMUM] - laid)] = 1
    out[DRAW + state[kernel.LEFT]] = 1
    out[ACTIVE] = 1
    counts = ACTIVE + players
    for ahead in range(players):
        other = seat + ahead if seat + ahead < players else seat + ahead - players
        words = kernel.HANDS + 4 * other
        out[counts + 9 * ahead + kernel._count(state[words], state[words + 1])] = 1
    this = counts + 9 * players
    if memory[LAST_SEAT] >= 0:
        _set_cards(out, this + 98, memory[LAST], memory[LAST + 1])
        behind = memory[LAST_SEAT] - seat
        out[this + 196 + (behind if behind >= 0 else behind + players)] = 1
    if unseen:
        _set_cards(out, unseen, alive_low & ~hand_low, alive_high & ~hand_high)
        if rules[kernel.SEEDED]:
            _set_map(rules, out, unseen - 686)
    elif rules[kernel.SEEDED]:
        _set_map(rules, out, size - 686)


@_inner
def _set_turn(state: Row, rules: Row, memory: Row, out: Row) -> None:
    """Write what the cards of this turn did."""
    this = ACTIVE + 10 * rules[kernel.PLAYERS]
    _set_cards(out, this, memory[OPEN] & ~state[kernel.ALIVE], memory[OPEN + 1] & ~state[kernel.ALIVE + 1])
    for pile in range(4):
        out[TOUCHED + pile] = memory[PILES] >> pile & 1
    out[THREE] = state[kernel.HAS_THREE]
    if state[kernel.LOCK] >= 0:
        out[LOCK + state[kernel.LOCK]] = 1


@_inner
def _set_map(rules: Row, out: Row, place: int) -> None:
    for card in range(2, 100):
        mark = rules[kernel.MARKS + card]
        if 1 <= mark <= 7:
            out[place + 7 * (card - 2) + mark - 1] = 1


@_inner
def _fits(state: Row, card: int, pile: int) -> bool:
    """Tell whether a card may go on a pile, as `kernel._list_legal` does, without jumps that no processor foresees."""
    step = (card if pile < 2 else 101 - card) - state[kernel.HEIGHTS + pile]
    retro = state[kernel.SHOWN] >> 4 * kernel.NO_RETRO & 15 == 0
    free = (state[kernel.LOCK] == kernel.FREE) | (state[kernel.LOCK] == pile)
    return bool(free & ((step > 0) | (retro & (step == -10))))


@_inner
def _mask(state: Row, out: Row) -> int:
    """Write the mask of the active seat and return how many actions are legal."""
    for action in range(kernel.ACTIONS):
        out[action] = 0
    count = 0
    card = kernel._above(state[kernel.HAND], state[kernel.HAND + 1], 1)
    while card:
        for pile in range(4):
            fits = _fits(state, card, pile)
            out[(card - 2) * 4 + pile] = fits
            count += fits
        card = kernel._above(state[kernel.HAND], state[kernel.HAND + 1], card)
    may_end = state[kernel.LAID] >= state[kernel.MINIMUM]
    out[kernel.END] = may_end
    return count + int(may_end)


@_inner
def _legal(state: Row, action: int) -> bool:
    if action == kernel.END:
        return bool(state[kernel.LAID] >= state[kernel.MINIMUM])
    if action < 0 or action > kernel.END:
        return False
    card = (action >> 2) + 2
    return bool(kernel._holds(state[kernel.HAND], state[kernel.HAND + 1], card)) and _fits(state, card, action & 3)


@_inner
def _worth(state: Row, reward: int, score: int) -> float:
    """Return what a game is worth so far; see `rewards`. Its score is the number of cards left while it goes on."""
    playing = state[kernel.STATUS] == kernel.PLAYING
    if reward == WIN:
        return 1.0 if state[kernel.STATUS] == kernel.WON else 0.0
    if playing and reward == END:
        return 0.0
    worth = (98 - score) / 98
    if reward == SHAPED:
        heights = 0
        for pile in range(4):
            heights += state[kernel.HEIGHTS + pile]
        worth -= (heights - 4) / 392
    return worth


@_inner
def _open(state: Row, rules: Row, memory: Row, run: Any) -> Any:
    """Deal the game that `memory` names, and return its seed."""
    seed = kernel._mix(run + _GOLDEN * (np.uint64(memory[NUMBER]) + _U1))
    kernel._deal(state, rules, seed)
    kernel._begin_turn(state, rules, 0)
    memory[OPEN] = state[kernel.ALIVE]
    memory[OPEN + 1] = state[kernel.ALIVE + 1]
    memory[LAST_SEAT] = -1
    memory[PILES] = 0
    return seed


@_entry
def reset_games(
    states: Array,
    rules: Array,
    memories: Array,
    run: Any,
    seeds: Array,
    observations: Array,
    masks: Array,
    choices: Array,
    seats: Array,
    unseen: int,
    first: int,
    last: int,
) -> None:
    """Deal the games `first` to `last` - 1 anew; ``memories[:, NUMBER]`` says which of the run."""
    wide = kernel.RULES_SIZE if rules.shape[0] > 1 else 0
    for game in range(first, last):
        state, table = _cells(states, kernel.STATE_SIZE * game), _cells(rules, wide * game)
        memory = _cells(memories, MEMORY_SIZE * game)
        seeds[game] = _open(state, table, memory, run)
        size = observations.shape[1]
        _observe(state, table, memory, _cells(observations, size * game), size, unseen)
        choices[game] = _mask(state, _cells(masks, kernel.ACTIONS * game))
        seats[game] = state[kernel.ACTIVE]


@_entry
def first_illegal(states: Array, actions: Array, first: int, last: int) -> int:
    """Return the first game whose action is not legal, or -1."""
    for game in range(first, last):
        if not _legal(_cells(states, kernel.STATE_SIZE * game), actions[game]):
            return game
    return -1


@_entry
def step_games(
    states: Array,
    rules: Array,
    memories: Array,
    run: Any,
    seeds: Array,
    actions: Array,
    observations: Array,
    masks: Array,
    choices: Array,
    seats: Array,
    rewards: Array,
    ends: Array,
    scores: Array,
    reasons: Array,
    reward: int,
    unseen: int,
    first: int,
    last: int,
) -> None:
    """Play one legal action in each of the games `first` to `last` - 1; a game that ends is dealt anew at once."""
    outcome = np.empty(4, np.int64)
    games, size = states.shape[0], observations.shape[1]
    wide = kernel.RULES_SIZE if rules.shape[0] > 1 else 0
    for game in range(first, last):
        state, table = _cells(states, kernel.STATE_SIZE * game), _cells(rules, wide * game)
        memory = _cells(memories, MEMORY_SIZE * game)
        turn, seat = state[kernel.TURN], state[kernel.ACTIVE]
        left = kernel._count(state[kernel.ALIVE], state[kernel.ALIVE + 1])
        before = _worth(state, reward, left)
        kernel._step(state, table, actions[game])
        if state[kernel.STATUS] == kernel.PLAYING:
            score = left
            if actions[game] != kernel.END:
                score -= 1
                memory[PILES] |= 1 << (actions[game] & 3)
            rewards[game] = _worth(state, reward, score) - before
            ends[game] = False
            if state[kernel.TURN] != turn:
                for word in range(2):
                    memory[LAST + word] = memory[OPEN + word] & ~state[kernel.ALIVE + word]
                    memory[OPEN + word] = state[kernel.ALIVE + word]
                memory[LAST_SEAT] = seat
                memory[PILES] = 0
        else:
            kernel._report(state, table, _cells(outcome, 0))
            rewards[game] = _worth(state, reward, outcome[0]) - before
            ends[game] = True
            scores[game] = outcome[0]
            reasons[game] = outcome[1]
            memory[NUMBER] += games
            seeds[game] = _open(state, table, memory, run)
        _observe(state, table, memory, _cells(observations, size * game), size, unseen)
        choices[game] = _mask(state, _cells(masks, kernel.ACTIONS * game))
        seats[game] = state[kernel.ACTIVE]


@_entry
def sample_masked(masks: Array, choices: Array, randoms: Array, actions: Array, first: int, last: int) -> None:
    """Choose one of the legal actions of each game, all equally likely.

    `choices` says how many there are, and `randoms` holds a state a game. The mask is read eight actions at a time.
    """
    for game in range(first, last):
        row = _cells(masks, kernel.ACTIONS * game)
        randoms[game] += _GOLDEN
        pick = np.int64(((kernel._mix(randoms[game]) >> _U32) * np.uint64(choices[game])) >> _U32)
        place = 0
        while place < kernel.END:
            there = kernel._count(_eight(row, place), 0)
            if pick < there:
                break
            pick -= there
            place += 8
        while place < kernel.END:
            if row[place]:
                if pick == 0:
                    break
                pick -= 1
            place += 1
        actions[game] = place
