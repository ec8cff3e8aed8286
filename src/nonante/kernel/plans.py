"""The champion's thinking, compiled: all sensible turns of a hand, each valued by a small network.

It reads a *view row*: the turn record of `core` (own hand, tops, which cards are not laid yet), how many cards every
seat holds and which signals stand. Nothing hidden is in it, so nothing hidden can be used. `play` fills such a row from
a game's state before every turn; `players.champion` fills it from a `View`.

A turn's end is turned into `features`: numbers that say what a player would look at. The network is a plain one: two
hidden layers that pass on what is positive, one output, the chance to win as its logit. Its weights are one flat row of
32-bit floats; see `weights_size` for the order.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic

from . import core

_F = TypeVar("_F", bound=Callable[..., Any])
Row = Any  # a pointer to cells; the type checker cannot see through Numba
Array = Any
_njit: Any = njit
_cells, _from = core._cells, core._from
_above, _above_linked, _holds, _count = core._above, core._above_linked, core._holds, core._count
_between, _pairs, _fits = core._between, core._pairs, core._fits

# Numba's cache watches this file only: the digest of the game it is built on makes a new game a new function.
_CORE: Final = sha256(Path(core.__file__).read_bytes()).hexdigest()[:12]


def _inner(function: _F) -> _F:
    compiled: _F = _njit(nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
    return compiled


def _entry(function: _F) -> _F:
    function.__qualname__ += f"_{_CORE}"
    compiled: _F = _njit(cache=True, nogil=True, error_model="numpy", no_cfunc_wrapper=True)(function)
    return compiled


# --- layout ---------------------------------------------------------------------------------------------------------

# view row: the turn record of `core`, then
SEAT: Final = core.TURN_SIZE
SEATS: Final = SEAT + 1
OPENING: Final = SEATS + 1  # 4 cells: the heights when the turn began
COUNTS: Final = OPENING + 4  # 5 cells: cards in each seat's hand
SAID: Final = COUNTS + 5  # 5 cells: what each seat says, bits as below
VIEW_SIZE: Final = SAID + 5

KINDS: Final = core.RULES_SIZE  # behind the rules row: two words a mark, the cards that carry it
RULES_SIZE: Final = KINDS + 18

# what a seat says: bit pile + 4 * kind (as in `core`), and
TROUBLE: Final = 1 << 12
COMFORTABLE: Final = 1 << 13
_NEVER: Final = 10**9  # a wish that no turn is worth

# how a player talks, in a row of its own
KEEP_WITHIN: Final = 0
SMALL_WITHIN: Final = 1
TROUBLE_FROM: Final = 2
COMFORTABLE_TO: Final = 3
LIKE_FROM: Final = 4  # would like to start if its first turn is worth at least this, in thousandths of a logit
RATHER_NOT_TO: Final = 5  # would rather not if it is worth at most this

# features: 14 a pile, then the rest
PILE_FEATURES: Final = 14
BASE_FEATURES: Final = 4 * PILE_FEATURES + 28
MULTI_FEATURES: Final = 4
TALK_FEATURES: Final = 32
MARK_FEATURES: Final = 32
MOST_FEATURES: Final = BASE_FEATURES + MULTI_FEATURES + TALK_FEATURES + MARK_FEATURES
HIDDEN: Final = 32
SECOND: Final = 16

# the search
DEPTH: Final = 7  # moves of a plan: seven actions of 9 bits make one number
_SEEN: Final = 1 << 13  # cells of the table of turns met
_COUNT: Final = core.TURN_SIZE  # moves listed
_NEXT: Final = _COUNT + 1
_PLAN: Final = _COUNT + 2  # the moves that led here, packed
_MOVES: Final = _COUNT + 3
_LINE: Final = _MOVES + 48
MOST_PLANS: Final = 4096
FOUND: Final = 16  # cells of a plan found: 4 heights, 4 words of hand, 2 of cards alive, then
_F_SHOWN: Final = 10
_F_FIRES: Final = 11
_F_PLAN: Final = 12
_F_LENGTH: Final = 13
_F_ENDS: Final = 14
_F_SCORE: Final = 15
LOOKED_AT: Final = 64  # plans that the network values, the best by `_score`
GLANCED_AT: Final = 24  # the same in a turn that may come
_BUCKETS: Final = 512
WORK_SIZE: Final = (DEPTH + 2) * _LINE + _SEEN + _BUCKETS
FOUND_SIZE: Final = MOST_PLANS * FOUND
PICKED: Final = 16  # plans thought through at most
PICKS_SIZE: Final = PICKED * FOUND + VIEW_SIZE + 98
INPUTS_SIZE: Final = MOST_FEATURES + HIDDEN + SECOND
_WON: Final = np.float32(1e9)
_NOTHING: Final = np.float32(-1e9)
_NEAR: Final = np.float32(0.5)  # how much worse a turn tried in training may be


def features_of(seats: int, talk: bool, marks: bool) -> int:
    """Return how many features a turn's end has in such a game; a multiple of 4."""
    return BASE_FEATURES + MULTI_FEATURES * (seats > 1) + TALK_FEATURES * talk + MARK_FEATURES * marks


def weights_size(features: int) -> int:
    """Return the length of a network's row: HIDDEN weights a feature, their biases, the second layer, the last."""
    return features * HIDDEN + HIDDEN + HIDDEN * SECOND + SECOND + SECOND + 1


def actions_of(end: Array) -> list[int]:
    """Return the actions of a turn found."""
    packed, length = int(end[_F_PLAN]), int(end[_F_LENGTH])
    return [packed >> 9 * place & 511 for place in range(length)] + [core.END] * int(end[_F_ENDS])


# --- machine instructions -------------------------------------------------------------------------------------------

_I64, _I128, _F32 = ir.IntType(64), ir.IntType(128), ir.FloatType()


def _emit_flipped(b: Any, low: Any, high: Any) -> Any:
    cards = b.or_(b.zext(low, _I128), b.shl(b.zext(high, _I128), ir.Constant(_I128, 64)))
    return b.lshr(b.bitreverse(cards), ir.Constant(_I128, 26))  # number n becomes 101 - n


def _emit_flipped_low(b: Any, low: Any, high: Any) -> Any:
    return b.trunc(_emit_flipped(b, low, high), _I64)


def _emit_flipped_high(b: Any, low: Any, high: Any) -> Any:
    return b.trunc(b.lshr(_emit_flipped(b, low, high), ir.Constant(_I128, 64)), _I64)


_flipped_low = core._instruction(_emit_flipped_low)
_flipped_high = core._instruction(_emit_flipped_high)


def _layer(width: int) -> Any:
    """Make ``layer(x, count, weights, out)``: out = what is positive of bias + x · weights; the biases lie behind."""
    vector = ir.VectorType(_F32, width)

    def generate(_context: Any, b: Any, _signature: Any, args: Any) -> Any:
        x, count, weights, out = args
        total = cgutils.alloca_once(b, vector)  # type: ignore[no-untyped-call]
        rows = b.bitcast(weights, vector.as_pointer())
        load = b.load(b.gep(rows, [count]))
        load.align = 4
        b.store(load, total)
        zero = ir.Constant(vector, [0.0] * width)
        spread = ir.Constant(ir.VectorType(ir.IntType(32), width), [0] * width)
        with cgutils.for_range(b, count) as loop:
            one = b.insert_element(
                ir.Constant(vector, ir.Undefined), b.load(b.gep(x, [loop.index])), ir.Constant(ir.IntType(32), 0)
            )
            every = b.shuffle_vector(one, one, spread)
            row = b.load(b.gep(rows, [loop.index]))
            row.align = 4
            b.store(b.fadd(b.load(total), b.fmul(every, row, flags=("contract",)), flags=("contract",)), total)
        end = b.load(total)
        positive = b.select(b.fcmp_ordered(">", end, zero), end, zero)
        store = b.store(positive, b.bitcast(out, vector.as_pointer()))
        store.align = 4
        return _context.get_dummy_value()

    def typed(_typing: Any, x: Any, count: Any, weights: Any, out: Any) -> Any:  # noqa: ARG001
        pointer = types.CPointer(types.float32)  # type: ignore[no-untyped-call]
        return types.void(pointer, types.int64, pointer, pointer), generate

    return intrinsic(typed)


_first_layer: Any = _layer(HIDDEN)
_second_layer: Any = _layer(SECOND)


# --- features -------------------------------------------------------------------------------------------------------


@_inner
def _pile_features(x: Row, height: int, hand_low: int, hand_high: int, free_low: int, free_high: int) -> None:
    """Write what can be said of one pile: the words are the hand and the unseen cards in its direction."""
    x[0] = height * np.float32(0.01)
    x[1] = _between(free_low, free_high, height, 101) * np.float32(0.03)
    x[2] = _between(hand_low, hand_high, height, 101) * np.float32(0.2)
    x[3] = _holds(hand_low, hand_high, height - 10)
    x[4] = _holds(free_low, free_high, height - 10)
    near = _above(hand_low, hand_high, height)
    step = near - height if near else 40
    x[5] = min(step, 40) * np.float32(0.05)
    x[6] = np.float32(1.0) / step
    second = _above(hand_low, hand_high, near) if near else 0
    x[7] = min(second - height if second else 40, 40) * np.float32(0.05)
    x[8] = _between(free_low, free_high, height, height + 5) * np.float32(0.3)
    x[9] = _between(free_low, free_high, height, height + 11) * np.float32(0.15)
    below = max(height - 10, 0)
    x[10] = _between(hand_low, hand_high, below, height) * np.float32(0.5)
    x[11] = _between(free_low, free_high, below, height) * np.float32(0.15)
    linked = _above_linked(hand_low, hand_high, height)
    x[12] = min(linked - 10 - height if linked else 40, 40) * np.float32(0.05)
    x[13] = _holds(free_low, free_high, near - 10) if near else np.float32(0.0)


@_inner
def _features(end: Row, view: Row, rules: Row, x: Row) -> int:
    """Write the features of a turn's end and return how many they are."""
    alive_low, alive_high = end[8], end[9]
    hand_low, hand_high = end[4], end[5]
    free_low, free_high = alive_low & ~hand_low, alive_high & ~hand_high
    down_low, down_high = _flipped_low(free_low, free_high), _flipped_high(free_low, free_high)
    # The roomier pile of each direction comes first.
    first, third = 0, 2
    if end[0] > end[1]:
        first = 1
    if end[2] > end[3]:
        third = 3
    _pile_features(_from(x, 0), end[first], hand_low, hand_high, free_low, free_high)
    _pile_features(_from(x, PILE_FEATURES), end[1 - first], hand_low, hand_high, free_low, free_high)
    _pile_features(_from(x, 2 * PILE_FEATURES), end[third], end[6], end[7], down_low, down_high)
    _pile_features(_from(x, 3 * PILE_FEATURES), end[5 - third], end[6], end[7], down_low, down_high)
    at = 4 * PILE_FEATURES
    fits = _fits(free_low, free_high, end[0], end[1], end[2], end[3])
    kept = _fits(hand_low, hand_high, end[0], end[1], end[2], end[3])
    for piles in range(4):
        x[at + piles] = (fits >> 16 * piles & 0xFFFF) * np.float32(0.1)
        x[at + 4 + piles] = (kept >> 16 * piles & 0xFFFF) * np.float32(0.5)
    at += 8
    held, alive, left = _count(hand_low, hand_high), _count(alive_low, alive_high), view[core.LEFT]
    inside, outside = _pairs(hand_low, hand_high), _pairs(free_low, free_high)
    x[at] = inside * np.float32(0.5)
    x[at + 1] = outside * np.float32(0.03)
    x[at + 2] = (_pairs(alive_low, alive_high) - inside - outside) * np.float32(0.2)
    x[at + 3] = held * np.float32(0.2)
    x[at + 4] = alive * np.float32(0.01)
    x[at + 5] = left * np.float32(0.01)
    x[at + 6] = min(left, 12) * np.float32(0.08)
    x[at + 7] = 1 if left == 0 else 0
    x[at + 8] = min(alive, 16) * np.float32(0.06)
    at += 9
    # The nearest pile of every card kept.
    least, next_least, most, total, backs = 60, 60, 0, 0, 0
    card = _above(hand_low, hand_high, 1)
    while card:
        best = 60
        for pile in range(4):
            step = (card if pile < 2 else 101 - card) - end[pile]
            if step == -10:
                step = 0
            if 0 <= step < best:
                best = step
        total += best
        most = max(most, best)
        backs += 1 if best == 0 else 0
        if best < least:
            next_least = least
            least = best
        elif best < next_least:
            next_least = best
        card = _above(hand_low, hand_high, card)
    x[at] = least * np.float32(0.05)
    x[at + 1] = next_least * np.float32(0.05)
    x[at + 2] = most * np.float32(0.03)
    x[at + 3] = total * np.float32(0.01)
    x[at + 4] = backs
    x[at + 5] = np.float32(1.0) / (1 + least + next_least)
    gap_up, gap_down = abs(end[0] - end[1]), abs(end[2] - end[3])
    x[at + 6] = gap_up * np.float32(0.02)
    x[at + 7] = gap_down * np.float32(0.02)
    # Cards that only the roomier pile of a direction takes, and those the two directions share.
    x[at + 8] = _between(free_low, free_high, min(end[0], end[1]), 101 - min(end[2], end[3])) * np.float32(0.03)
    x[at + 9] = _between(free_low, free_high, max(end[0], end[1]), 101 - max(end[2], end[3])) * np.float32(0.05)
    x[at + 10] = 1
    at += 11
    seats = view[SEATS]
    if seats > 1:
        others, holders = 0, 0
        after = view[SEAT] + 1 if view[SEAT] + 1 < seats else 0
        for seat in range(seats):
            if seat != view[SEAT]:
                others += view[COUNTS + seat]
                holders += 1 if view[COUNTS + seat] else 0
        x[at] = others * np.float32(0.04)
        x[at + 1] = holders * np.float32(0.25)
        x[at + 2] = view[COUNTS + after] * np.float32(0.15)
        x[at + 3] = np.float32(0.3) * held * (1 if left == 0 else 0)
        at += 4
        if rules[core.TALK]:
            _talk_features(end, view, _from(x, at), first, third)
            at += TALK_FEATURES
    if rules[core.SPECIAL]:
        _mark_features(end, rules, _from(x, at), first, third, hand_low, hand_high, free_low, free_high)
        at += MARK_FEATURES
    return at


@_inner
def _talk_features(end: Row, view: Row, x: Row, first: int, third: int) -> None:
    """Write what the others asked of each pile, what of it still holds, and how far it was passed over."""
    for cell in range(TALK_FEATURES):
        x[cell] = 0
    seats, own = view[SEATS], view[SEAT]
    for ahead in range(1, seats):
        seat = own + ahead if own + ahead < seats else own + ahead - seats
        said = view[SAID + seat]
        if ahead == 1:
            x[28] = 1 if said & TROUBLE else 0
            x[29] = 1 if said & COMFORTABLE else 0
        else:
            x[30] += np.float32(0.5) if said & TROUBLE else np.float32(0.0)
            x[31] += np.float32(0.5) if said & COMFORTABLE else np.float32(0.0)
        for place in range(4):
            pile = first if place == 0 else 1 - first if place == 1 else third if place == 2 else 5 - third
            keep = (said >> pile & 1) | (said >> (pile + 8) & 1)
            small = said >> (pile + 4) & 1
            moved = end[pile] - view[OPENING + pile]
            if moved == 0:
                if ahead == 1:
                    x[7 * place] += keep
                    x[7 * place + 1] += small
                else:
                    x[7 * place + 2] += keep * np.float32(0.5)
                    x[7 * place + 3] += small * np.float32(0.5)
            else:
                x[7 * place + 4] += keep
                x[7 * place + 5] += keep * moved * np.float32(0.1)
                x[7 * place + 6] += small * moved * np.float32(0.1)


@_inner
def _mark_features(
    end: Row, rules: Row, x: Row, first: int, third: int, hand_low: int, hand_high: int, free_low: int, free_high: int
) -> None:
    """Write which commands and fires show, are held, and are still to come."""
    for cell in range(MARK_FEATURES):
        x[cell] = 0
    for mark in range(4, 9):
        x[mark - 4] = end[_F_SHOWN] >> 4 * mark & 15
    for place in range(4):
        pile = first if place == 0 else 1 - first if place == 1 else third if place == 2 else 5 - third
        mark = rules[core.MARKS + (end[pile] if pile < 2 else 101 - end[pile])]
        x[5 + 2 * place] = 1 if mark == core.ONE_PILE or mark == core.FIRE else 0
        x[6 + 2 * place] = 1 if mark == core.NO_RETRO else 0
    for mark in range(1, 9):
        x[13 + mark] = _count(hand_low & rules[KINDS + 2 * mark], hand_high & rules[KINDS + 2 * mark + 1]) * np.float32(
            0.5
        )
        if mark != 4:
            x[22 + mark] = _count(
                free_low & rules[KINDS + 2 * mark], free_high & rules[KINDS + 2 * mark + 1]
            ) * np.float32(0.2)


# --- the search -----------------------------------------------------------------------------------------------------


@_inner
def _list_moves(line: Row, width: int, narrow: int, reach: int) -> None:
    """List what a plan may lay next: on each pile a retro, the nearest cards, and the nearest that prepares a retro."""
    retro = line[core.SHOWN] >> 4 * core.NO_RETRO & 15 == 0
    if line[core.LAID] >= line[core.MINIMUM] and core._broken_at_end(line, False) == 0:
        width = narrow
    else:
        reach = 100
    line[_COUNT] = 0
    line[_NEXT] = 0
    for pile in range(4):
        if line[core.LOCK] != core.FREE and line[core.LOCK] != pile:
            continue
        low, high = line[core.HAND + (pile & 2)], line[core.HAND + (pile & 2) + 1]
        height = line[core.HEIGHTS + pile]
        if retro and _holds(low, high, height - 10):
            near = height - 10
            line[_MOVES + line[_COUNT]] = ((near if pile < 2 else 101 - near) - 2) * 4 + pile
            line[_COUNT] += 1
        near, listed = height, height
        for _ in range(width):
            near = _above(low, high, near)
            if near == 0 or near - height > reach:
                break
            line[_MOVES + line[_COUNT]] = ((near if pile < 2 else 101 - near) - 2) * 4 + pile
            line[_COUNT] += 1
            listed = near
        if retro:
            near = _above_linked(low, high, listed)
            if near and near - height - 10 <= reach:
                line[_MOVES + line[_COUNT]] = ((near if pile < 2 else 101 - near) - 2) * 4 + pile
                line[_COUNT] += 1


@_inner
def _is_new(line: Row, seen: Row) -> bool:
    """Remember a moment of the turn; tell whether it was not met before."""
    place = line[0] | line[1] << 8 | line[2] << 16 | line[3] << 24 | (line[core.LOCK] + 1) << 32
    key = core._mix(
        np.uint64(line[core.HAND]) + core._mix(np.uint64(line[core.HAND + 1]) + core._mix(np.uint64(place)))
    )
    mark = np.int64(key) | 1
    cell = np.int64(key >> np.uint64(40)) & (_SEEN - 1)
    while seen[cell] != 0:
        if seen[cell] == mark:
            return False
        cell = (cell + 1) & (_SEEN - 1)
    seen[cell] = mark
    return True


@_inner
def _keep(line: Row, found: Row, length: int, ends: int) -> None:
    for cell in range(10):
        found[cell] = line[cell]
    found[_F_SHOWN] = line[core.SHOWN]
    found[_F_FIRES] = line[core.FIRES]
    found[_F_PLAN] = line[_PLAN]
    found[_F_LENGTH] = length
    found[_F_ENDS] = ends


@_inner
def _find(view: Row, rules: Row, work: Row, found: Row, width: int, narrow: int, reach: int, extra: int) -> int:
    """Write the ends of all turns that keep the game going, each once, and return how many; a win comes alone.

    Where there is none, the turn that lays most is written and 0 returned.
    """
    seen = _from(work, (DEPTH + 2) * _LINE)
    for cell in range(_SEEN):
        seen[cell] = 0
    for cell in range(core.TURN_SIZE):
        work[cell] = view[cell]
    work[_PLAN] = 0
    count, met, most = 0, 0, -1
    if view[core.LAID] >= view[core.MINIMUM]:
        _keep(work, found, 0, 1)
        if core._broken_at_end(view, False) == 0:
            count = 1
    _list_moves(work, width, narrow, reach)
    horizon = min(DEPTH, max(1, view[core.MINIMUM] - view[core.LAID]) + extra)
    depth = 0
    while depth >= 0:
        line = _from(work, depth * _LINE)
        if line[_NEXT] == line[_COUNT]:
            depth -= 1
            continue
        child = _from(line, _LINE)
        for cell in range(core.TURN_SIZE):
            child[cell] = line[cell]
        action = line[_MOVES + line[_NEXT]]
        line[_NEXT] += 1
        child[_PLAN] = line[_PLAN] | action << 9 * depth
        over = core._lay(child, rules, action)
        if child[core.STATUS] == core.WON:
            _keep(child, found, depth + 1, 0)
            return -1
        if child[core.STATUS] == core.LOST:
            if count == 0 and child[core.LAID] > most:
                most = child[core.LAID]
                _keep(child, found, depth + 1, 0)
            continue
        if met > _SEEN // 2 or not _is_new(child, seen):
            continue
        met += 1
        if over or core._broken_at_end(child, False) == 0:
            _keep(child, _from(found, count * FOUND), depth + 1, 0 if over else 1)
            count += 1
            if count == MOST_PLANS:
                return count
        elif count == 0 and child[core.LAID] > most:
            most = child[core.LAID]
            _keep(child, found, depth + 1, 1 if child[core.LAID] >= child[core.MINIMUM] else 0)
        if not over and depth + 1 < horizon:
            depth += 1
            _list_moves(child, width, narrow, reach)
    return count


@_inner
def _value(x: Row, count: int, net: Row, hidden: Row) -> np.float32:
    """Return the network's output."""
    _first_layer(x, count, net, hidden)
    rest = _from(net, (count + 1) * HIDDEN)
    _second_layer(hidden, HIDDEN, rest, _from(hidden, HIDDEN))
    last = _from(rest, (HIDDEN + 1) * SECOND)
    total = last[SECOND]
    for cell in range(SECOND):
        total += last[cell] * hidden[HIDDEN + cell]
    return total  # type: ignore[no-any-return]


@_inner
def _score(end: Row, view: Row, rules: Row) -> int:
    """Judge a turn's end at a glance, in eighths: which of hundreds of plans deserve a closer look."""
    fits = _fits(end[8], end[9], end[0], end[1], end[2], end[3])
    score = -12 * (fits & 0xFFFF) - 4 * (fits >> 16 & 0xFFFF) - (fits >> 32 & 0xFFFF)
    score += 24 * _pairs(end[4], end[5]) - 16 * _count(end[8], end[9])
    for pile in range(4):
        score -= 2 * end[pile] + end[pile] // 2
        score += 40 * _holds(end[4 + (pile & 2)], end[5 + (pile & 2)], end[pile] - 10)
    if rules[core.TALK]:
        for seat in range(view[SEATS]):
            said = view[SAID + seat]
            for pile in range(4):
                moved = end[pile] - view[OPENING + pile]
                if moved:
                    score -= 60 * ((said >> pile & 1) | (said >> (pile + 8) & 1))
                    score -= 3 * max(moved, 0) * (said >> (pile + 4) & 1)
    if rules[core.SPECIAL]:
        shown = end[_F_SHOWN]
        score -= 32 * (shown >> 4 * core.NO_RETRO & 15) + 64 * (shown >> 4 * core.ONE_PILE & 15)
        score -= 48 * (shown >> 4 * core.DRAW_ONE & 15) + 48 * (shown >> 4 * core.FIRE & 15)
    return score  # type: ignore[no-any-return]  # int64


@_inner
def _best(view: Row, rules: Row, net: Row, work: Row, found: Row, values: Row, x: Row, count: int, wanted: int) -> int:
    """Value the most promising of the turns found; return the place of the best."""
    best, top = 0, -(1 << 40)
    buckets = _from(work, (DEPTH + 2) * _LINE + _SEEN)
    for bucket in range(_BUCKETS):
        buckets[bucket] = 0
    for place in range(count):
        end = _from(found, place * FOUND)
        end[_F_SCORE] = _score(end, view, rules)
        top = max(top, end[_F_SCORE])
    for place in range(count):
        end = _from(found, place * FOUND)
        end[_F_SCORE] = min((top - end[_F_SCORE]) >> 1, _BUCKETS - 1)
        buckets[end[_F_SCORE]] += 1
    limit = 0
    while limit < _BUCKETS - 1 and wanted > buckets[limit]:
        wanted -= buckets[limit]
        limit += 1
    hidden = _from(x, MOST_FEATURES)
    values[0] = _NOTHING
    for place in range(count):
        end = _from(found, place * FOUND)
        values[place] = _NOTHING
        if end[_F_SCORE] <= limit:
            size = _features(end, view, rules, x)
            values[place] = _value(x, size, net, hidden)
            if values[place] > values[best]:
                best = place
    return best


@_inner
def _search(view: Row, rules: Row, work: Row, found: Row) -> int:
    """Find the turns worth a look; look at nearly everything before giving the game up."""
    count = 0
    if view[core.LEFT]:
        count = _find(view, rules, work, found, 4, 2, 8, 3)
    elif view[SEATS] == 1:
        count = _find(view, rules, work, found, 8, 8, 100, DEPTH)  # nothing is hidden any more
    else:
        count = _find(view, rules, work, found, 4, 3, 30, 4)
    if count == 0:
        count = _find(view, rules, work, found, 8, 8, 100, 3)
    if count == 0:
        count = _find(view, rules, work, found, 8, 8, 100, DEPTH)
    return count


@_inner
def _glance(view: Row, rules: Row, work: Row, found: Row) -> int:
    """Find the most likely turns only, for a thought about what may come."""
    if view[core.LEFT] == 0:
        return _search(view, rules, work, found)
    count = _find(view, rules, work, found, 3, 1, 5, 2)
    if count == 0:
        count = _find(view, rules, work, found, 8, 8, 100, 3)
    return count


# --- thinking ahead -------------------------------------------------------------------------------------------------


@_inner
def _next_view(end: Row, view: Row, rules: Row, pool: Row, after: Row) -> None:
    """Fill the view of the next turn alone, after a turn that ended so, with the first cards of `pool` drawn."""
    for cell in range(VIEW_SIZE):
        after[cell] = 0
    for cell in range(10):
        after[cell] = end[cell]
    count = rules[core.HAND_SIZE] - _count(end[4], end[5])
    if count > 1 and end[_F_SHOWN] >> 4 * core.DRAW_ONE & 15:
        count = 1
    count = max(0, min(count, view[core.LEFT]))
    for place in range(count):
        card = pool[place]
        after[core.HAND + (card >> 6)] |= 1 << (card & 63)
        after[core.HAND + 2 + ((101 - card) >> 6)] |= 1 << ((101 - card) & 63)
    after[core.LEFT] = view[core.LEFT] - count
    after[core.MINIMUM] = rules[core.LEAST] if after[core.LEFT] else 1
    if rules[core.LENIENT_HAND]:
        after[core.MINIMUM] = min(after[core.MINIMUM], _count(after[core.HAND], after[core.HAND + 1]))
    after[core.LOCK] = core.FREE
    after[core.FIRES] = end[_F_FIRES]
    after[core.DUE] = end[_F_FIRES]
    after[core.SHOWN] = end[_F_SHOWN]
    after[SEATS] = 1
    after[COUNTS] = _count(after[core.HAND], after[core.HAND + 1])
    for pile in range(4):
        after[OPENING + pile] = end[pile]


@_inner
def _drop_behind(picks: Row, values: Row, picked: int, draws: int) -> None:
    """Mark the plans that so many draws leave clearly behind; the same draws for each make small differences tell."""
    most = np.float32(0.0)
    for place in range(picked):
        most = max(most, values[MOST_PLANS + place])
    behind = most - np.float32(0.25) * np.sqrt(np.float32(draws))
    for place in range(picked):
        if values[MOST_PLANS + place] < behind:
            picks[place * FOUND + _F_SCORE] = -1


@_inner
def _ponder(
    view: Row, rules: Row, net: Row, work: Row, found: Row, values: Row, x: Row, picks: Row, count: int, thought: Row
) -> None:
    """Alone, think the best plans through the next turn over some draws, the same for each; put the best first.

    The draws depend on nothing but the view: equal views bring equal answers.
    """
    after, pool = _from(picks, PICKED * FOUND), _from(picks, PICKED * FOUND + VIEW_SIZE)
    thought[3] = 0
    picked, least = 0, _NOTHING
    while picked < thought[0]:
        place, top = -1, least
        for other in range(count):
            if values[other] > top:
                place, top = other, values[other]
        if place < 0:
            break
        if picked == 0:
            least = top - np.float32(thought[2] * 0.001)
        values[place] = _NOTHING
        for cell in range(FOUND):
            picks[picked * FOUND + cell] = found[place * FOUND + cell]
        picked += 1
    best = 0
    if picked > 1:
        thought[3] = picked
        free_low, free_high = view[core.ALIVE] & ~view[core.HAND], view[core.ALIVE + 1] & ~view[core.HAND + 1]
        size = 0
        card = _above(free_low, free_high, 1)
        while card:
            pool[size] = card
            size += 1
            card = _above(free_low, free_high, card)
        seed = core._mix(np.uint64(free_low) + core._mix(np.uint64(free_high) + core._mix(np.uint64(view[core.HAND]))))
        for place in range(picked):
            values[MOST_PLANS + place] = np.float32(0.0)
        for draw in range(thought[1]):
            core._shuffle(pool, size, seed + np.uint64(draw))
            # `_shuffle` settles the last places first
            for place in range(size // 2):
                kept = pool[place]
                pool[place] = pool[size - 1 - place]
                pool[size - 1 - place] = kept
            if draw == thought[1] // 6 or draw == thought[1] // 3:
                _drop_behind(picks, values, picked, draw)
            for place in range(picked):
                if picks[place * FOUND + _F_SCORE] < 0:
                    continue
                _next_view(_from(picks, place * FOUND), view, rules, pool, after)
                found_next = _glance(after, rules, work, found)
                if found_next < 0:
                    values[MOST_PLANS + place] += np.float32(1.0)
                elif found_next > 0:
                    value = values[_best(after, rules, net, work, found, values, x, found_next, GLANCED_AT)]
                    values[MOST_PLANS + place] += np.float32(1.0) / (np.float32(1.0) + np.exp(-value))
        for place in range(picked):
            dropped = picks[place * FOUND + _F_SCORE] < 0
            if not dropped and values[MOST_PLANS + place] > values[MOST_PLANS + best]:
                best = place
    for cell in range(FOUND):
        found[cell] = picks[best * FOUND + cell]


# --- talk -----------------------------------------------------------------------------------------------------------


@_inner
def _speak(hand: Row, heights: Row, talk: int, needed: int, manner: Row) -> int:
    """Return what a seat says of its hand: bits."""
    said = 0
    for pile in range(4):
        low, high, height = hand[pile & 2], hand[(pile & 2) + 1], heights[pile]
        near = _above(low, high, height)
        if _holds(low, high, height - 10):
            said |= 1 << (pile + 4 * (core.CAN_GO_BACK if talk == 2 else core.KEEP_OFF))
        elif near and near - height <= manner[KEEP_WITHIN]:
            said |= 1 << (pile + 4 * core.KEEP_OFF)
        elif near and near - height <= manner[SMALL_WITHIN]:
            said |= 1 << (pile + 4 * core.SMALL_STEPS)
    # The cheapest cards of a turn, each at its best pile.
    first, second, third = 100, 100, 100
    card = _above(hand[0], hand[1], 1)
    while card:
        best = 100
        for pile in range(4):
            step = (card if pile < 2 else 101 - card) - heights[pile]
            if step > 0 or step == -10:
                best = min(best, step)
        if best < first:
            first, second, third = best, first, second
        elif best < second:
            second, third = best, second
        elif best < third:
            third = best
        card = _above(hand[0], hand[1], card)
    cost = first + (second if needed > 1 else 0) + (third if needed > 2 else 0)
    if cost >= manner[TROUBLE_FROM]:
        said |= TROUBLE
    elif cost <= manner[COMFORTABLE_TO]:
        said |= COMFORTABLE
    return said


# --- whole games ----------------------------------------------------------------------------------------------------


@_inner
def _look(state: Row, rules: Row, manner: Row, view: Row) -> None:
    """Fill a view row with what the active seat sees, after the others have spoken."""
    for cell in range(core.TURN_SIZE):
        view[cell] = state[cell]
    seats = rules[core.PLAYERS]
    view[SEAT] = state[core.ACTIVE]
    view[SEATS] = seats
    for pile in range(4):
        view[OPENING + pile] = state[core.HEIGHTS + pile]
    open_ = rules[core.TALK] and seats > 1 and state[core.SHOWN] >> 4 * core.SILENCE & 15 == 0
    for seat in range(seats):
        hand = _from(state, core.HANDS + 4 * seat)
        view[COUNTS + seat] = _count(hand[0], hand[1])
        view[SAID + seat] = 0
        if open_ and seat != state[core.ACTIVE] and view[COUNTS + seat]:
            needed = rules[core.LEAST] if state[core.LEFT] else 1
            view[SAID + seat] = _speak(hand, _from(state, core.HEIGHTS), rules[core.TALK], needed, manner)


@_inner
def _list_kinds(rules: Row) -> None:
    """Write which cards carry each mark behind the rules row."""
    for cell in range(18):
        rules[KINDS + cell] = 0
    for card in range(2, 100):
        rules[KINDS + 2 * rules[core.MARKS + card] + (card >> 6)] |= 1 << (card & 63)


@_inner
def _agree_on_start(
    state: Row, rules: Row, net: Row, manner: Row, view: Row, work: Row, found: Row, values: Row, x: Row
) -> None:
    """Let the first seat start that would like to; else the first that would not rather not; else seat 0 (R5)."""
    if manner[LIKE_FROM] >= _NEVER:
        return
    starter, wish = 0, -1
    for seat in range(rules[core.PLAYERS]):
        state[core.TURN] = 0
        core._begin_turn(state, rules, seat)
        _look(state, rules, manner, view)
        for other in range(rules[core.PLAYERS]):
            view[SAID + other] = 0  # nobody has spoken yet
        count = _search(view, rules, work, found)
        worth = values[_best(view, rules, net, work, found, values, x, count, LOOKED_AT)] * 1000
        wished = 2 if worth >= manner[LIKE_FROM] else 0 if worth <= manner[RATHER_NOT_TO] else 1
        if wished > wish:
            starter, wish = seat, wished
    state[core.TURN] = 0
    core._begin_turn(state, rules, starter)


@_inner
def _think(
    view: Row, rules: Row, net: Row, work: Row, found: Row, values: Row, x: Row, picks: Row, thought: Row, count: int
) -> int:
    """Return the place of the best of the turns found."""
    thought[3] = 0
    if count < 2:
        values[0] = _WON if count < 0 else _NOTHING
        if count < 1:
            return 0
    best = _best(view, rules, net, work, found, values, x, count, LOOKED_AT)
    if thought[0] and view[SEATS] == 1 and view[core.LEFT]:
        value = values[best]
        _ponder(view, rules, net, work, found, values, x, picks, count, thought)
        values[0] = value
        return 0
    return best


@_entry
def think(
    view: Array,
    rules: Array,
    net: Array,
    work: Array,
    found: Array,
    values: Array,
    x: Array,
    picks: Array,
    thoughts: Array,
) -> float:
    """Write the best turn to the first cells of `found`; return its value as a logit."""
    own, table, lines, ends = _cells(view, 0), _cells(rules, 0), _cells(work, 0), _cells(found, 0)
    worth, inputs, aside, thought = _cells(values, 0), _cells(x, 0), _cells(picks, 0), _cells(thoughts, 0)
    if table[core.SPECIAL]:
        _list_kinds(table)
    count = _search(own, table, lines, ends)
    best = _think(own, table, _cells(net, 0), lines, ends, worth, inputs, aside, thought, count)
    for cell in range(FOUND):
        ends[cell] = ends[best * FOUND + cell]
    return worth[best]  # type: ignore[no-any-return]  # float32


@_entry
def play(
    state: Array,
    rules: Array,
    net: Array,
    manner: Array,
    view: Array,
    work: Array,
    found: Array,
    values: Array,
    x: Array,
    picks: Array,
    thoughts: Array,
    seeds: Array,
    outcomes: Array,
    log: Array,
    traces: Array,
    notes: Array,
    explore: int,
) -> int:
    """Play whole games with a champion in every seat; return how many turns were traced.

    As `core.play_searched`. Where `traces` has room, every turn's features are written there and, in `notes`, the game,
    the value of the turn and that of the best one; of a turn thought through, each plan with its mean chance. In
    `explore` of 1024 turns one of the best few is taken instead; if it is negative, only first turns are valued.
    """
    row, table, own, lines = _cells(state, 0), _cells(rules, 0), _cells(view, 0), _cells(work, 0)
    ends, worth, weights, speech = _cells(found, 0), _cells(values, 0), _cells(net, 0), _cells(manner, 0)
    inputs, history, size = _cells(x, 0), _cells(log, 0), traces.shape[1]
    aside, thought = _cells(picks, 0), _cells(thoughts, 0)
    traced = 0
    for game in range(outcomes.shape[0]):
        core._deal(row, table, core._game_seed(seeds[0], seeds[1] + np.uint64(game)))
        if table[core.SPECIAL]:
            _list_kinds(table)
        core._begin_turn(row, table, 0)
        if table[core.TALK] and table[core.PLAYERS] > 1:
            _agree_on_start(row, table, weights, speech, own, lines, ends, worth, inputs)
        written = 1
        while row[core.STATUS] == core.PLAYING:
            _look(row, table, speech, own)
            count = _search(own, table, lines, ends)
            best = _think(own, table, weights, lines, ends, worth, inputs, aside, thought, count)
            if count > 0:
                chosen = best
                if explore > 0 and core._below(row, 1024) < explore:
                    near = 0
                    for other in range(count):
                        if worth[other] > worth[best] - _NEAR:
                            near += 1
                            if core._below(row, near) == 0:
                                chosen = other
                if explore < 0:
                    notes[game, 2] = worth[best]
                    break
                if thought[3] and traced + PICKED < traces.shape[0]:
                    for place in range(thought[3]):
                        if aside[place * FOUND + _F_SCORE] < 0:
                            continue  # dropped on the way: not thought through
                        _features(_from(aside, place * FOUND), own, table, _cells(traces, traced * size))
                        notes[traced, 0] = game
                        notes[traced, 1] = worth[MOST_PLANS + place] / thought[1]
                        notes[traced, 2] = _NOTHING
                        traced += 1
                elif traced < traces.shape[0]:
                    _features(_from(ends, chosen * FOUND), own, table, _cells(traces, traced * size))
                    notes[traced, 0] = game
                    notes[traced, 1] = worth[chosen]
                    notes[traced, 2] = worth[best]
                    traced += 1
                best = chosen
            end = _from(ends, best * FOUND)
            for place in range(end[_F_LENGTH] + end[_F_ENDS]):
                action = end[_F_PLAN] >> 9 * place & 511
                if place == end[_F_LENGTH]:
                    action = core.END
                written = core._write(row, history, log.size, written, action)
                core._step(row, table, action)
        core._report(row, table, _cells(outcomes, core.OUTCOME_SIZE * game))
    return traced
