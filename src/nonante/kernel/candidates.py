"""The champion's turn search: all sensible turns of a hand, each end once."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from .codes import ACTION_BITS, LOST, WON
from .compiling import forced, inlined, inner, int64
from .layout import (
    FOUND_SIZE,
    MANY_MEETINGS,
    MEETINGS,
    MOST_TURNS,
    NODE_SIZE,
    SEARCH_DEPTH,
    Found,
    Node,
    RulesRecord,
    View,
)
from .memory import clear, copy_position, copy_turn, nth, remember
from .scratch import Scratch
from .turn import ANY_STEP, ending, lay, next_moves

WINNING: Final = -1  # instead of how many turns were found: the first one wins
# For arguments: Numba compiles a function once more for every bare number it is called with.
_FEW: Any = int64(MEETINGS)
_MANY: Any = int64(MANY_MEETINGS)
_ROOT: Any = int64(0)


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
_ALONE: Final = Breadth(8, 8, ANY_STEP, SEARCH_DEPTH)  # the same alone, where nothing is hidden any more
_WIDE: Final = Breadth(8, 8, ANY_STEP, 3)  # before the game is given up
_LIKELY: Final = Breadth(3, 1, 5, 2)  # in a turn that may come


@inner
def turns(view: View, rules: RulesRecord, scratch: Scratch) -> int:
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
def likely_turns(view: View, rules: RulesRecord, scratch: Scratch) -> int:
    """Find the most likely turns only, in a turn that may come."""
    if view.left == 0:
        return turns(view, rules, scratch)
    count = _find(view, rules, scratch, _LIKELY, _FEW)
    if count == 0:
        count = _find(view, rules, scratch, _WIDE, _FEW)
    return count


@inner
def _list_moves(node: Node, breadth: Breadth) -> None:
    """List what a plan may lay next: less once the turn could end."""
    width, reach = breadth.width, ANY_STEP
    if node.laid >= node.minimum and ending(node, False) == 0:
        width, reach = breadth.narrow, breadth.reach
    node.node_count = next_moves(node, node.node_moves, width, reach, True)
    node.node_next = 0


@inner
def _is_new(node: Node, met: Any, room: int) -> bool:
    """Remember a moment of the turn in a table with so much room; tell whether it was not met before."""
    tops = (node.lock + 1) << 32
    for pile in range(4):
        tops |= node.heights[pile] << 8 * pile
    return remember(met, room - 1, node.hand[0], node.hand[1], tops) >= 0


@forced
def _most(room: int) -> int:
    """Return how many turns are kept at most."""
    return min(room // 2, MOST_TURNS)


@inner
def _keep(node: Node, found: Found, length: int, ends: int) -> None:
    copy_position(node, found)
    found.found_shown = node.shown
    found.found_fires = node.fires
    found.found_plan = node.node_way
    found.found_length = length
    found.found_ends = ends


@inlined
def _begin(view: View, scratch: Scratch, breadth: Breadth, room: int) -> int:
    """Let a search begin at a view; return 1 if its turn may end there, which is then the first end found."""
    work = scratch.search
    clear(scratch.met, room)
    work.search_full = 0
    root = nth(work.nodes, NODE_SIZE, _ROOT)
    copy_turn(view, root)
    root.node_way = 0
    if view.laid >= view.minimum:
        _keep(root, nth(scratch.turns, FOUND_SIZE, _ROOT), 0, 1)
    _list_moves(root, breadth)
    return 1 if view.laid >= view.minimum and ending(view, False) == 0 else 0


@inner
def _find(view: View, rules: RulesRecord, scratch: Scratch, breadth: Breadth, room: int) -> int:
    """Write the ends of all turns that keep the game going, each once, and return how many; a win comes alone.

    `room` is the size of the table of moments met: once it is half full, nothing new is looked at.

    Where there is none, the turn that lays most is written and 0 returned.
    """
    work, found, met = scratch.search, scratch.turns, scratch.met
    count, most, meetings = _begin(view, scratch, breadth, room), -1, 0
    horizon = min(SEARCH_DEPTH, max(1, view.minimum - view.laid) + breadth.extra)
    depth = 0
    while depth >= 0:
        node = nth(work.nodes, NODE_SIZE, depth)
        if node.node_next == node.node_count:
            depth -= 1
            continue
        child = nth(work.nodes, NODE_SIZE, depth + 1)
        copy_turn(node, child)
        action = node.node_moves[node.node_next]
        node.node_next += 1
        child.node_way = node.node_way | action << ACTION_BITS * depth
        over = lay(child, rules, action)
        if child.status == WON:
            _keep(child, nth(found, FOUND_SIZE, _ROOT), depth + 1, 0)
            return WINNING
        if child.status == LOST:
            if count == 0 and child.laid > most:
                most = child.laid
                _keep(child, nth(found, FOUND_SIZE, _ROOT), depth + 1, 0)
            continue
        if meetings > room // 2:
            work.search_full = 1
            continue
        if not _is_new(child, met, room):
            continue
        meetings += 1
        if over or ending(child, False) == 0:
            _keep(child, nth(found, FOUND_SIZE, count), depth + 1, 0 if over else 1)
            count += 1
            if count == _most(room):
                work.search_full = 1
                return count
        elif count == 0 and child.laid > most:
            most = child.laid
            _keep(child, nth(found, FOUND_SIZE, _ROOT), depth + 1, 1 if child.laid >= child.minimum else 0)
        if not over and depth + 1 < horizon:
            depth += 1
            _list_moves(child, breadth)
    return count
