"""The champion's turn search: all sensible turns of a hand, each end once."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from .codes import LOST, WON
from .compiling import forced, inner, int64
from .layout import (
    MOST_TURNS,
    NODE_SIZE,
    SEARCH_DEPTH,
    TURNEND_SIZE,
    VISITED_FEW,
    VISITED_MANY,
    Node,
    RulesRecord,
    TurnEnd,
    View,
)
from .memory import clear, copy_position, copy_turn, nth, remember
from .scratch import Scratch
from .search import BACK, ENOUGH, ON, search_by
from .turn import ANY_STEP, ending, next_moves

WINNING: Final = -1  # instead of how many turns were found: the first one wins
# For arguments: Numba compiles a function once more for every bare number it is called with.
_FEW: Any = int64(VISITED_FEW)
_MANY: Any = int64(VISITED_MANY)
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

    There is room for some thousand positions of a turn, and for eight times as many where a player looks ahead.
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


class _Finder(NamedTuple):
    """What a search finds into."""

    scratch: Scratch
    breadth: Breadth
    room: int
    """The size of the transposition table: once it is half full, nothing new is looked at."""


@inner
def _list_moves(nodes: list[Node], depth: int, finder: _Finder) -> None:
    """List what a plan may lay next: less once the turn could end."""
    node, breadth = nth(nodes, NODE_SIZE, depth), finder.breadth
    width, reach = breadth.width, ANY_STEP
    if node.laid >= node.minimum and ending(node, False) == 0:
        width, reach = breadth.narrow, breadth.reach
    node.node_count = next_moves(node, node.node_moves, width, reach, True)
    node.node_next = 0


@inner
def _is_new(node: Node, visited: Any, room: int) -> bool:
    """Remember a position of the turn in a table of this size; tell whether it was not visited before."""
    tops = (node.lock + 1) << 32
    for pile in range(4):
        tops |= node.heights[pile] << 8 * pile
    return remember(visited, room - 1, node.hand[0], node.hand[1], tops) >= 0


@forced
def _most(room: int) -> int:
    """Return how many turns are kept at most."""
    return min(room // 2, MOST_TURNS)


@inner
def _keep(node: Node, found: TurnEnd, length: int, ends: int) -> None:
    copy_position(node, found)
    found.found_shown = node.shown
    found.found_fires = node.fires
    found.found_plan = node.node_way
    found.found_length = length
    found.found_ends = ends


@inner
def _visit(node: Node, depth: int, over: bool, finder: _Finder) -> int:
    """Keep an end that keeps the game going, unless it was visited before; a win comes alone."""
    work, found, room = finder.scratch.search, finder.scratch.turns, finder.room
    if node.status == WON:
        _keep(node, nth(found, TURNEND_SIZE, _ROOT), depth, 0)
        work.search_count = WINNING
        return ENOUGH
    if node.status == LOST:
        _keep_longest(node, finder, depth, 0)
        return BACK
    if work.search_visited > room // 2:
        work.search_full = 1
        return BACK
    if not _is_new(node, finder.scratch.visited, room):
        return BACK
    work.search_visited += 1
    if over or ending(node, False) == 0:
        _keep(node, nth(found, TURNEND_SIZE, work.search_count), depth, 0 if over else 1)
        work.search_count += 1
        if work.search_count == _most(room):
            work.search_full = 1
            return ENOUGH
    else:
        _keep_longest(node, finder, depth, 1 if node.laid >= node.minimum else 0)
    return BACK if over else ON


@inner
def _keep_longest(node: Node, finder: _Finder, length: int, ends: int) -> None:
    """Keep the turn that lays most while there is no better one."""
    work = finder.scratch.search
    if work.search_count == 0 and node.laid > work.search_most:
        work.search_most = node.laid
        _keep(node, nth(finder.scratch.turns, TURNEND_SIZE, _ROOT), length, ends)


_search = search_by(_list_moves, _visit)


@inner
def _find(view: View, rules: RulesRecord, scratch: Scratch, breadth: Breadth, room: int) -> int:
    """Write the ends of all turns that keep the game going, each once, and return how many; a win comes alone.

    Where there is none, the turn that lays most is written and 0 returned.
    """
    work = scratch.search
    clear(scratch.visited, room)
    work.search_count, work.search_most, work.search_visited, work.search_full = 0, -1, 0, 0
    root = nth(work.nodes, NODE_SIZE, _ROOT)
    copy_turn(view, root)
    root.node_way = 0
    if view.laid >= view.minimum:
        _keep(root, nth(scratch.turns, TURNEND_SIZE, _ROOT), 0, 1)
        work.search_count = 1 if ending(view, False) == 0 else 0
    horizon = min(SEARCH_DEPTH, max(1, view.minimum - view.laid) + breadth.extra)
    _search(work.nodes, rules, horizon, _Finder(scratch, breadth, room))
    return work.search_count
