"""The champion's turn search: all sensible turns of a hand, each end once."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from . import bits
from . import layout as at
from .bits import shifted
from .codes import ACTION_BITS, FREE, LOST, WON
from .compiling import Record, forced, inner
from .randomness import mix
from .scratch import Scratch
from .turn import ending, lay, retro_open

WINNING: Final = -1  # instead of how many turns were found: the first one wins
_ANY_STEP: Final = 100
# For arguments: Numba compiles a function once more for every bare number it is called with.
_FEW: Any = np.int64(at.MEETINGS)
_MANY: Any = np.int64(at.MANY_MEETINGS)


class Breadth(NamedTuple):
    """How many turns a search looks at."""

    width: int
    """Nearest cards on each pile."""
    narrow: int
    """The same once the turn could end."""
    reach: int
    """Longest step once the turn could end."""
    extra: int
    """Cards beyond the minimum."""


_DRAWING: Final = Breadth(4, 2, 8, 3)
_LAST: Final = Breadth(4, 3, 30, 4)  # once the draw pile is empty
_ALONE: Final = Breadth(8, 8, _ANY_STEP, at.SEARCH_DEPTH)  # the same alone, where nothing is hidden any more
_WIDE: Final = Breadth(8, 8, _ANY_STEP, 3)  # before the game is given up
_LIKELY: Final = Breadth(3, 1, 5, 2)  # in a turn that may come


@inner
def turns(view: Record, rules: Record, scratch: Scratch) -> int:
    """Find the turns worth a look and return how many they are; look at nearly everything before giving the game up.

    There is room for some thousand moments of a turn, and for eight times as many where a player looks ahead.
    """
    breadth = _DRAWING
    if view[at.LEFT] == 0:
        breadth = _ALONE if view[at.SEATS] == 1 else _LAST
    count = _find(view, rules, scratch, breadth, _FEW)
    if scratch.search[at.SEARCH_FULL] and scratch.ahead[at.AHEAD_TURNS]:
        count = _find(view, rules, scratch, breadth, _MANY)
    if count == 0:
        count = _find(view, rules, scratch, _WIDE, _FEW)
    if count == 0:
        count = _find(view, rules, scratch, _ALONE, _FEW)
    return count


@inner
def likely_turns(view: Record, rules: Record, scratch: Scratch) -> int:
    """Find the most likely turns only, in a turn that may come."""
    if view[at.LEFT] == 0:
        return turns(view, rules, scratch)
    count = _find(view, rules, scratch, _LIKELY, _FEW)
    if count == 0:
        count = _find(view, rules, scratch, _WIDE, _FEW)
    return count


@inner
def candidates(node: Record, breadth: Breadth) -> None:
    """List what a plan may lay next: on each pile a retro, the nearest cards, and the nearest that prepares a retro."""
    retro = retro_open(node)
    width, reach = breadth.width, _ANY_STEP
    if node[at.LAID] >= node[at.MINIMUM] and ending(node, False) == 0:
        width, reach = breadth.narrow, breadth.reach
    node[at.NODE_COUNT] = 0
    node[at.NODE_NEXT] = 0
    for pile in range(4):
        if node[at.LOCK] != FREE and node[at.LOCK] != pile:
            continue
        low, high = node[at.HAND + (pile & 2)], node[at.HAND + (pile & 2) + 1]
        height = node[at.HEIGHTS + pile]
        if retro and bits.holds(low, high, height - 10):
            _add_move(node, height - 10, pile)
        near, listed = height, height
        for _ in range(width):
            near = bits.above(low, high, near)
            if near == 0 or near - height > reach:
                break
            _add_move(node, near, pile)
            listed = near
        if retro:
            near = bits.above_linked(low, high, listed)
            if near and near - height - 10 <= reach:
                _add_move(node, near, pile)


@forced
def _add_move(node: Record, height: int, pile: int) -> None:
    node[at.NODE_MOVES + node[at.NODE_COUNT]] = bits.action_of(height, pile)
    node[at.NODE_COUNT] += 1


@inner
def _is_new(node: Record, met: Record, room: int) -> bool:
    """Remember a moment of the turn in a table with so much room; tell whether it was not met before."""
    tops = (node[at.LOCK] + 1) << 32
    for pile in range(4):
        tops |= node[at.HEIGHTS + pile] << 8 * pile
    key = mix(np.uint64(node[at.HAND]) + mix(np.uint64(node[at.HAND + 1]) + mix(np.uint64(tops))))
    moment = np.int64(key) | 1
    place = np.int64(key >> np.uint64(40)) & (room - 1)
    while met[place] != 0:
        if met[place] == moment:
            return False
        place = (place + 1) & (room - 1)
    met[place] = moment
    return True


@forced
def _most(room: int) -> int:
    """Return how many turns are kept at most."""
    return min(room // 2, at.MOST_TURNS)


@inner
def _keep(node: Record, found: Record, length: int, ends: int) -> None:
    for place in range(at.POSITION_SIZE):
        found[place] = node[place]
    found[at.FOUND_SHOWN] = node[at.SHOWN]
    found[at.FOUND_FIRES] = node[at.FIRES]
    found[at.FOUND_PLAN] = node[at.NODE_WAY]
    found[at.FOUND_LENGTH] = length
    found[at.FOUND_ENDS] = ends


@inner
def _find(view: Record, rules: Record, scratch: Scratch, breadth: Breadth, room: int) -> int:
    """Write the ends of all turns that keep the game going, each once, and return how many; a win comes alone.

    `room` is the size of the table of moments met: once it is half full, nothing new is looked at.

    Where there is none, the turn that lays most is written and 0 returned.
    """
    work, found = scratch.search, scratch.turns
    met, meetings = shifted(work, at.SEARCH_MET), 0
    for place in range(room):
        met[place] = 0
    work[at.SEARCH_FULL] = 0
    for place in range(at.TURN_SIZE):
        work[place] = view[place]
    work[at.NODE_WAY] = 0
    count, most = 0, -1
    if view[at.LAID] >= view[at.MINIMUM]:
        _keep(work, found, 0, 1)
        if ending(view, False) == 0:
            count = 1
    candidates(work, breadth)
    horizon = min(at.SEARCH_DEPTH, max(1, view[at.MINIMUM] - view[at.LAID]) + breadth.extra)
    depth = 0
    while depth >= 0:
        node = shifted(work, depth * at.NODE_SIZE)
        if node[at.NODE_NEXT] == node[at.NODE_COUNT]:
            depth -= 1
            continue
        child = shifted(node, at.NODE_SIZE)
        for place in range(at.TURN_SIZE):
            child[place] = node[place]
        action = node[at.NODE_MOVES + node[at.NODE_NEXT]]
        node[at.NODE_NEXT] += 1
        child[at.NODE_WAY] = node[at.NODE_WAY] | action << ACTION_BITS * depth
        over = lay(child, rules, action)
        if child[at.STATUS] == WON:
            _keep(child, found, depth + 1, 0)
            return WINNING
        if child[at.STATUS] == LOST:
            if count == 0 and child[at.LAID] > most:
                most = child[at.LAID]
                _keep(child, found, depth + 1, 0)
            continue
        if meetings > room // 2:
            work[at.SEARCH_FULL] = 1
            continue
        if not _is_new(child, met, room):
            continue
        meetings += 1
        if over or ending(child, False) == 0:
            _keep(child, shifted(found, count * at.FOUND_SIZE), depth + 1, 0 if over else 1)
            count += 1
            if count == _most(room):
                work[at.SEARCH_FULL] = 1
                return count
        elif count == 0 and child[at.LAID] > most:
            most = child[at.LAID]
            _keep(child, found, depth + 1, 1 if child[at.LAID] >= child[at.MINIMUM] else 0)
        if not over and depth + 1 < horizon:
            depth += 1
            candidates(child, breadth)
    return count
