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

_LAST_64: Final = kernel.ACTIONS - 64
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_U1 = np.uint64(1)
_U32 = np.uint64(32)


def _typed_spread(_typing: Any, row: Any, place: Any, low: Any, high: Any) -> Any:  # noqa: ARG001 - Numba wants the arguments by name
    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        out, place, low, high = args
        cards = kernel._set(builder, low, high)
        for first in (0, 34):  # 64 bytes each: they meet in the middle, and write the same there
            word = builder.trunc(builder.lshr(cards, ir.Constant(cards.type, 2 + first)), _I64)
            bytes_64 = builder.zext(builder.bitcast(word, _BITS), _BYTES)
            at = builder.gep(out, [builder.add(place, ir.Constant(_I64, first))])
            builder.store(bytes_64, builder.bitcast(at, _BYTES.as_pointer()), align=1)
        return _context.get_dummy_value()

    return types.void(row, types.int64, types.int64, types.int64), generate


def _typed_gather(_typing: Any, row: Any, place: Any) -> Any:  # noqa: ARG001 - likewise
    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        at = builder.bitcast(builder.gep(args[0], [args[1]]), _BYTES.as_pointer())
        ones = builder.icmp_unsigned("!=", builder.load(at, align=1), ir.Constant(_BYTES, None))
        return builder.bitcast(ones, _I64)

    return types.int64(row, types.int64), generate


# A bit for each of 64 bytes: processors turn one into the other in a few steps.
_I64 = ir.IntType(64)
_BITS, _BYTES = ir.VectorType(ir.IntType(1), 64), ir.VectorType(ir.IntType(8), 64)
_spread: Any = intrinsic(_typed_spread)  # write 98 bytes of a row from a place on: 1 for each card of a set, else 0
_gather: Any = intrinsic(_typed_gather)  # which of the 64 bytes from a place on are not 0, as bits of a word


@_inner
def _observe(state: Row, rules: Row, memory: Row, out: Row, size: int, unseen: int) -> None:
    """Write the observation of the active seat; `unseen` is the place of that part, or 0."""
    players, seat, laid, lock = rules[kernel.PLAYERS], state[kernel.ACTIVE], state[kernel.LAID], state[kernel.LOCK]
    hand_low, hand_high = state[kernel.HAND], state[kernel.HAND + 1]
    alive_low, alive_high = state[kernel.ALIVE], state[kernel.ALIVE + 1]
    counts = ACTIVE + players
    this = counts + 9 * players
    _spread(out, HAND, hand_low, hand_high)
    for place in range(TOPS, this):
        out[place] = 0
    for pile in range(4):
        height = state[kernel.HEIGHTS + pile]
        top = height if pile < 2 else 101 - height
        mark = rules[kernel.MARKS + top]
        place = TOPS + 100 * pile + top - 1
        out[place] = 1
        out[MARKS + 8 * pile + mark - 1 if mark else place] = 1  # without a jump that no processor foresees
        out[TOUCHED + pile] = memory[PILES] >> pile & 1
    out[LOCK + max(0, lock)] = lock != kernel.FREE
    out[THREE] = state[kernel.HAS_THREE]
    out[LAID + laid] = 1
    out[NEEDED + max(0, state[kernel.MINIMUM] - laid)] = 1
    out[DRAW + state[kernel.LEFT]] = 1
    out[ACTIVE] = 1
    for ahead in range(players):
        other = seat + ahead if seat + ahead < players else seat + ahead - players
        words = kernel.HANDS + 4 * other
        out[counts + 9 * ahead + kernel._count(state[words], state[words + 1])] = 1
    _spread(out, this, memory[OPEN] & ~alive_low, memory[OPEN + 1] & ~alive_high)
    _spread(out, this + 98, memory[LAST], memory[LAST + 1])
    for place in range(this + 196, this + 196 + players):
        out[place] = 0
    behind = memory[LAST_SEAT] - seat
    out[this + 196 + (behind if behind >= 0 else behind + players)] = memory[LAST_SEAT] >= 0
    if unseen:
        _spread(out, unseen, alive_low & ~hand_low, alive_high & ~hand_high)
    if rules[kernel.SEEDED]:
        _set_map(rules, out, (unseen if unseen else size) - 686)


@_inner
def _set_map(rules: Row, out: Row, place: int) -> None:
    for card in range(98):
        mark = rules[kernel.MARKS + 2 + card]
        for kind in range(7):
            out[place + 7 * card + kind] = mark == kind + 1


@_inner
def _height(state: Row, pile: int) -> int:
    """Return the height of a pile, or more than any card has where a one-pile command closes it."""
    lock = state[kernel.LOCK]
    return state[kernel.HEIGHTS + pile] if (lock == kernel.FREE) | (lock == pile) else 500


@_inner
def _back(state: Row) -> int:
    """Return how far back a card goes: 10, or further than any can where a no-retro command shows."""
    return 10 if state[kernel.SHOWN] >> 4 * kernel.NO_RETRO & 15 == 0 else 1000


@_inner
def _fits(number: int, height: int, back: int) -> bool:
    """Tell whether a card fits, as `kernel._list_legal` does, without jumps that no processor foresees."""
    return (number > height) | (number == height - back)


@_inner
def _mask(state: Row, out: Row) -> int:
    """Write the mask of the active seat and return how many actions are legal."""
    # All is read before anything is written, or it would be read again for every card: they might overlap.
    low, high, back = state[kernel.HAND], state[kernel.HAND + 1], _back(state)
    a, b, c, d = _height(state, 0), _height(state, 1), _height(state, 2), _height(state, 3)
    may_end = state[kernel.LAID] >= state[kernel.MINIMUM]
    for action in range(kernel.END):
        out[action] = 0
    out[kernel.END] = may_end
    count = int(may_end)
    for _ in range(kernel._count(low, high)):  # one loop for both words: its end is foreseen better than that of two
        cards = low if low else high
        card = kernel._count((cards & -cards) - 1, 0) + (0 if low else 64)
        high &= high - (0 if low else 1)
        low &= low - 1
        fits_a, fits_b = _fits(card, a, back), _fits(card, b, back)
        fits_c, fits_d = _fits(101 - card, c, back), _fits(101 - card, d, back)
        place = (card - 2) * 4
        out[place] = fits_a
        out[place + 1] = fits_b
        out[place + 2] = fits_c
        out[place + 3] = fits_d
        count += fits_a + fits_b + fits_c + fits_d
    return count


@_inner
def _legal(state: Row, action: int) -> bool:
    if action == kernel.END:
        return bool(state[kernel.LAID] >= state[kernel.MINIMUM])
    if action < 0 or action > kernel.END:
        return False
    card, pile = (action >> 2) + 2, action & 3
    if not kernel._holds(state[kernel.HAND], state[kernel.HAND + 1], card):
        return False
    return _fits(card if pile < 2 else 101 - card, _height(state, pile), _back(state))


@_inner
def _worth(state: Row, reward: int, score: int) -> float:
    """Return what a game is worth so far; see `rewards`. Its score is the number of cards left while it goes on."""
    playing = state[kernel.STATUS] == kernel.PLAYING
    if reward == WIN:
        return 1.0 if state[kernel.STATUS] == kernel.WON else 0.0
    if playing and reward == END:
        return 0.0
    worth = (98 - score) / 98
    if reward == SHAPED and playing:  # the potential, which is 0 once the game is over
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
    memory[LAST] = 0
    memory[LAST + 1] = 0
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
    outcome = np.empty(kernel.OUTCOME_SIZE, np.int64)
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

    `choices` says how many there are, and `randoms` holds a state a game. The mask is read 64 actions at a time.
    """
    for game in range(first, last):
        row = _cells(masks, kernel.ACTIONS * game)
        randoms[game] += _GOLDEN
        pick = np.int64(((kernel._mix(randoms[game]) >> _U32) * np.uint64(choices[game])) >> _U32)
        place = 0
        legal = _gather(row, place)
        there = kernel._count(legal, 0)
        while pick >= there and place < _LAST_64:
            pick -= there
            place += 64
            legal = _gather(row, min(place, _LAST_64))
            if place > _LAST_64:  # these were counted already
                legal &= -1 << (place - _LAST_64)
                place = _LAST_64
            there = kernel._count(legal, 0)
        for _ in range(pick):
            legal &= legal - 1
        actions[game] = place + kernel._count((legal & -legal) - 1, 0)
