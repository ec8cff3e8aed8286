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
    if view.left == 0:
        breadth = _ALONE if view.seats == 1 else _LAST
    count = _find(view, rules, scratch, breadth, _FEW)
    if scratch.search.search_full and scratch.ahead.ahead_turns:
        count = _find(view, rules, scratch, breadth, _MANY)
    if count == 0:
        count = _find(view, rules, scratch, _WIDE, _FEW)
    if count == 0:
        count = _find(view, rules, scratch, _ALONE, _FEW)
    return count


@inner
def likely_turns(view: Record, rules: Record, scratch: Scratch) -> int:
    """Find the most likely turns only, in a turn that may come."""
    if view.left == 0:
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
    if node.laid >= node.minimum and ending(node, False) == 0:
        width, reach = breadth.narrow, breadth.reach
    node.node_count = 0
    node.node_next = 0
    for pile in range(4):
        if node.lock != FREE and node.lock != pile:
            continue
        low, high = node.hand[pile & 2], node.hand[(pile & 2) + 1]
        height = node.heights[pile]
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
    node.node_moves[node.node_count] = bits.action_of(height, pile)
    node.node_count += 1


@inner
def _is_new(node: Record, met: Record, room: int) -> bool:
    """Remember a moment of the turn in a table with so much room; tell whether it was not met before."""
    tops = (node.lock + 1) << 32
    for pile in range(4):
        tops |= node.heights[pile] << 8 * pile
    key = mix(np.uint64(node.hand[0]) + mix(np.uint64(node.hand[1]) + mix(np.uint64(tops))))
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
    found.found_shown = node.shown
    found.found_fires = node.fires
    found.found_plan = node.node_way
    found.found_length = length
    found.found_ends = ends


@inner
def _find(view: Record, rules: Record, scratch: Scratch, breadth: Breadth, room: int) -> int:
    """Write the ends of all turns that keep the game going, each once, and return how many; a win comes alone.

    `room` is the size of the table of moments met: once it is half full, nothing new is looked at.

    Where there is none, the turn that lays most is written and 0 returned.
    """
    work, found = scratch.search, scratch.turns
    met, meetings = work.search_met, 0
    for place in range(room):
        met[place] = 0
    work.search_full = 0
    for place in range(at.TURN_SIZE):
        work[place] = view[place]
    work.node_way = 0
    count, most = 0, -1
    if view.laid >= view.minimum:
        _keep(work, found, 0, 1)
        if ending(view, False) == 0:
            count = 1
    candidates(work, breadth)
    horizon = min(at.SEARCH_DEPTH, max(1, view.minimum - view.laid) + breadth.extra)
    depth = 0
    while depth >= 0:
        node = shifted(work, depth * at.NODE_SIZE)
        if node.node_next == node.node_count:
            depth -= 1
            continue
        child = shifted(node, at.NODE_SIZE)
        for place in range(at.TURN_SIZE):
            child[place] = node[place]
        action = node.node_moves[node.node_next]
        node.node_next += 1
        child.node_way = node.node_way | action << ACTION_BITS * depth
        over = lay(child, rules, action)
        if child.status == WON:
            _keep(child, found, depth + 1, 0)
            return WINNING
        if child.status == LOST:
            if count == 0 and child.laid > most:
                most = child.laid
                _keep(child, found, depth + 1, 0)
            continue
        if meetings > room // 2:
            work.search_full = 1
            continue
        if not _is_new(child, met, room):
            continue
        meetings += 1
        if over or ending(child, False) == 0:
            _keep(child, shifted(found, count * at.FOUND_SIZE), depth + 1, 0 if over else 1)
            count += 1
            if count == _most(room):
                work.search_full = 1
                return count
        elif count == 0 and child.laid > most:
            most = child.laid
            _keep(child, found, depth + 1, 1 if child.laid >= child.minimum else 0)
        if not over and depth + 1 < horizon:
            depth += 1
            candidates(child, breadth)
    return count
