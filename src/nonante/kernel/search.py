"""The search through a turn, card by card and depth first: one loop, with a visitor for what it comes to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias, TypeVar

from .codes import ACTION_BITS
from .compiling import inner, int64
from .layout import NODE_SIZE, Node, RulesRecord
from .memory import copy_turn, nth
from .turn import lay

# what a visitor answers
ON: Final = 0  # look at what may follow
BACK: Final = 1  # nothing that follows matters
ENOUGH: Final = 2  # nothing else matters

V = TypeVar("V")
ListMoves: TypeAlias = Callable[[list[Node], int, V], None]
"""Lists what may be laid next at the node of a depth."""
Visit: TypeAlias = Callable[[Node, int, bool, V], int]
"""Takes note of a node at a depth, and whether its turn is over there; returns one of the answers above."""
_ROOT: Any = int64(0)  # for arguments: Numba compiles a function once more for every bare number


def search_by(list_moves: ListMoves[V], visit: Visit[V]) -> Callable[[list[Node], RulesRecord, int, V], None]:
    """Make ``(nodes, rules, horizon, visitor)``, which searches from the first node on, at most `horizon` cards deep.

    The way to a node is its actions, 9 bits each. Both functions get the visitor, whatever it is.
    """

    @inner
    def search(nodes: list[Node], rules: RulesRecord, horizon: int, visitor: V) -> None:
        list_moves(nodes, _ROOT, visitor)
        depth = 0
        while depth >= 0:
            node = nth(nodes, NODE_SIZE, depth)
            if node.node_next == node.node_count:
                depth -= 1
                continue
            child = nth(nodes, NODE_SIZE, depth + 1)
            copy_turn(node, child)
            action = node.node_moves[node.node_next]
            node.node_next += 1
            child.node_way = node.node_way | action << ACTION_BITS * depth
            over = lay(child, rules, action)
            answer = visit(child, depth + 1, over, visitor)
            if answer == ENOUGH:
                return
            if answer == ON and depth + 1 < horizon:
                depth += 1
                list_moves(nodes, depth, visitor)

    return search
