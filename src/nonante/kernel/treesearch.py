"""Information-set Monte Carlo tree search: one tree for all the worlds that a view allows.

The search with a single observer of Cowling, Powley and Whitehouse (2012). Every round deals a world, goes down the
tree along moves that are legal in it, adds one node, and lets greedy players finish the game. An edge is a move of
whoever acts: a card that goes back, one of the two nearest to a pile, or the end of the turn. What the others hold and
what is drawn differs from world to world, so the bound counts how often a move could have been chosen, not how often
its node was passed. All seats want the same, so one value serves them all: the share of the deck that is laid, less
what greedy players would have laid without the search in the same world, which takes most of the luck of a deal out.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from . import bits, layout as at
from .bits import pointer, pointers
from .codes import ACTIONS, END, PLAYING
from .compiling import Array, entry, forced, inner, int64
from .determinization import deal_world
from .fields import Record, cell, part, row
from .game import play_action, report
from .layout import Outcome, Reference, RulesRecord, State
from .memory import clear, copy_state, nth
from .randomness import GOLDEN, mix, random_below
from .reference import choose
from .scratch import Setup
from .turn import legal_moves

_LONGEST: Final = 512  # moves of a game
_CURIOSITY: Final = 0.1  # how much a move that was tried seldom may seem better than it did so far
_NEAREST: Final = 2  # cards on each pile that are worth a thought, beside those that go back
_NOTHING: Final = -9.0  # less than any value
_ROOT: Any = int64(0)  # for arguments: Numba compiles a function once more for every bare number


class TreeNode(Record):
    """A move of the tree."""

    first_child = cell()  # 0 for none
    next_child = cell()  # of the same node, 0 for none
    tree_action = cell()
    visits = cell()
    chances = cell()  # how often it could have been chosen


class Round(State):
    """The world of a round, played on."""

    greedy_world = part(State)  # the same world, for greedy players
    round_pool = row(at.CARDS)
    round_outcome = part(Outcome)


_NODE_SIZE: Any = int64(TreeNode.size)


class Tree(NamedTuple):
    """Memory of a search, as arrays or as pointers to them."""

    nodes: Any
    sums: Any
    """By node: the values of all its visits together."""
    path: Any
    """The nodes of this round."""
    moves: Any
    """The legal moves of whoever acts."""
    game: Any
    """A `Round`."""


def tree(rounds: int) -> Tree:
    """Return the arrays of a search of so many rounds."""
    return Tree(
        np.zeros((rounds + 1) * TreeNode.size, np.int64),
        np.zeros(rounds + 1),
        np.zeros(_LONGEST, np.int64),
        np.zeros(ACTIONS, np.int64),
        np.zeros(Round.size, np.int64),
    )


@entry
def search(room: Tree, settings: Setup, view: Array, greedy: Array, rounds: int, seed: int) -> int:
    """Return the move of a view's own seat that was tried most often."""
    setup, own, seen = pointers(settings), pointer(greedy, 0), pointer(view, 0)
    grown = pointers(room)
    _clear(grown, _ROOT, END)
    size, word = 1, np.uint64(seed)
    for _ in range(rounds):
        word += GOLDEN
        deal_world(grown.game, seen, setup, grown.game.round_pool, mix(word), 0)
        grown.game.random = np.int64(mix(word ^ GOLDEN))
        copy_state(grown.game, grown.game.greedy_world)
        usual = _played_on(grown, grown.game.greedy_world, setup.rules, own)
        size = _round(grown, setup.rules, own, size, usual)
    return _most_tried(grown)


@forced
def _node(grown: Tree, place: int) -> TreeNode:
    node: TreeNode = nth(grown.nodes, _NODE_SIZE, place)
    return node


@inner
def _clear(grown: Tree, place: int, action: int) -> None:
    clear(_node(grown, place), _NODE_SIZE)
    _node(grown, place).tree_action = action
    grown.sums[place] = 0.0


@inner
def _round(grown: Tree, rules: RulesRecord, greedy: Reference, size: int, usual: float) -> int:
    """Go down the tree in its world, add a node, play on, and note the value on the way; return how many nodes are."""
    state, place, passed, new = grown.game, 0, 0, size
    while state.status == PLAYING and new == size:
        child = _choose(grown, place, _sensible(state, grown.moves, legal_moves(state, grown.moves)))
        if child == 0:
            child, new = size, size + 1
            _clear(grown, child, grown.moves[0])
            added, parent = _node(grown, child), _node(grown, place)
            added.chances, added.next_child, parent.first_child = 1, parent.first_child, child
        play_action(state, rules, _node(grown, child).tree_action)
        grown.path[passed] = child
        passed, place = passed + 1, child
    value = _played_on(grown, state, rules, greedy) - usual
    for step in range(passed):
        _node(grown, grown.path[step]).visits += 1
        grown.sums[grown.path[step]] += value
    return new


@inner
def _sensible(state: State, moves: list[int], count: int) -> int:
    """Keep the moves that are worth a thought, in place, and return how many they are.

    They come card by card from the lowest on: the nearest to a rising pile are the first, to a falling one the last.
    """
    rising, falling = 0, 0  # steps on seen so far, and those still to come: a byte a pile
    for place in range(count):
        pile = moves[place] & 3
        if moves[place] != END and pile > 1 and not _goes_back(state, moves[place]):
            falling += 1 << 8 * pile
    kept = 0
    for place in range(count):
        move = moves[place]
        near, pile = True, move & 3
        if move != END and not _goes_back(state, move):
            near = (falling if pile > 1 else rising) >> 8 * pile & 255 < (_NEAREST + 1 if pile > 1 else _NEAREST)
            rising += 1 << 8 * pile if pile < 2 else 0
            falling -= 1 << 8 * pile if pile > 1 else 0
        if near:
            moves[kept] = move
            kept += 1
    return kept


@inner
def _goes_back(state: State, move: int) -> bool:
    return bits.upright((move >> 2) + 2, move & 3) < state.heights[move & 3]


@inner
def _choose(grown: Tree, parent: int, count: int) -> int:
    """Return the child to follow; 0 where some legal move was not tried yet: one of these is then the first listed."""
    moves, tried, best, top = grown.moves, 0, 0, _NOTHING
    place = _node(grown, parent).first_child
    while place:
        child = _node(grown, place)
        for number in range(tried, count):
            if moves[number] == child.tree_action:
                moves[number], tried = moves[tried], tried + 1
                child.chances += 1
                bound = np.sqrt(np.log(child.chances) / child.visits)
                worth = grown.sums[place] / child.visits + _CURIOSITY * bound
                if worth > top:
                    best, top = place, worth
                break
        place = child.next_child
    if tried == count:
        return best
    moves[0] = moves[tried + random_below(grown.game, count - tried)]
    return 0


@inner
def _played_on(grown: Tree, state: State, rules: RulesRecord, greedy: Reference) -> float:
    """Let greedy players finish a game; return the share of the deck that is laid."""
    outcome = grown.game.round_outcome
    while state.status == PLAYING:
        play_action(state, rules, choose(state, greedy, grown.moves))
    report(state, rules, outcome)
    return 1.0 - float(outcome.outcome_score) / at.CARDS


@inner
def _most_tried(grown: Tree) -> int:
    best, most = END, 0
    place = _node(grown, _ROOT).first_child
    while place:
        child = _node(grown, place)
        if child.visits > most:
            best, most = child.tree_action, child.visits
        place = child.next_child
    return best
