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
from .bits import pointer, pointers, shifted
from .codes import ACTIONS, END, PLAYING
from .compiling import Array, entry, inner
from .determinization import deal_world
from .game import play_action, report
from .layout import Reference, RulesRecord, State
from .randomness import GOLDEN, mix, random_below
from .scratch import Mind
from .simple import choose
from .turn import legal_moves

_node = at.Places()
_FIRST: Final = _node.take()  # its first child, 0 for none
_NEXT: Final = _node.take()  # the next child of the same node, 0 for none
_ACTION: Final = _node.take()
_VISITS: Final = _node.take()
_CHANCES: Final = _node.take()  # how often it could have been chosen
_NODE_SIZE: Final = _node.size

_game = at.Places(at.STATE_SIZE)  # behind the world that is played on
_GREEDY: Final = _game.take(at.STATE_SIZE)  # the same world, for greedy players
_POOL: Final = _game.take(at.CARDS)
_OUTCOME: Final = _game.take(at.OUTCOME_SIZE)
_GAME_SIZE: Final = _game.size

_LONGEST: Final = 512  # moves of a game
_CURIOSITY: Final = 0.1  # how much a move that was tried seldom may seem better than it did so far
_NEAREST: Final = 2  # cards on each pile that are worth a thought, beside those that go back
_NOTHING: Final = -9.0  # less than any value


class Tree(NamedTuple):
    """Room for a search, as arrays or as pointers to them."""

    nodes: Any
    sums: Any
    """By node: the values of all its visits together."""
    path: Any
    """The nodes of this round."""
    moves: Any
    """The legal moves of whoever acts."""
    game: Any
    """The world of this round."""


def tree(rounds: int) -> Tree:
    """Return room for a search of so many rounds."""
    return Tree(
        np.zeros((rounds + 1) * _NODE_SIZE, np.int64),
        np.zeros(rounds + 1),
        np.zeros(_LONGEST, np.int64),
        np.zeros(ACTIONS, np.int64),
        np.zeros(_GAME_SIZE, np.int64),
    )


@entry
def search(room: Tree, settings: Mind, view: Array, greedy: Array, rounds: int, seed: int) -> int:
    """Return the move of a view's own seat that was tried most often."""
    mind, own, seen = pointers(settings), pointer(greedy, 0), pointer(view, 0)
    grown = pointers(room)
    _clear(grown, 0, END)
    size, word = 1, np.uint64(seed)
    for _ in range(rounds):
        word += GOLDEN
        deal_world(grown.game, seen, mind, shifted(grown.game, _POOL), mix(word))
        grown.game.random = np.int64(mix(word ^ GOLDEN))
        for place in range(at.STATE_SIZE):
            grown.game[_GREEDY + place] = grown.game[place]
        usual = _played_on(grown, shifted(grown.game, _GREEDY), mind.rules, own)
        size = _round(grown, mind.rules, own, size, usual)
    return _most_tried(grown)


@inner
def _clear(grown: Tree, node: int, action: int) -> None:
    for place in range(_NODE_SIZE):
        grown.nodes[node * _NODE_SIZE + place] = 0
    grown.nodes[node * _NODE_SIZE + _ACTION] = action
    grown.sums[node] = 0.0


@inner
def _round(grown: Tree, rules: RulesRecord, greedy: Reference, size: int, usual: float) -> int:
    """Go down the tree in its world, add a node, play on, and note the value on the way; return how many nodes are."""
    nodes, state, node, passed, new = grown.nodes, grown.game, 0, 0, size
    while state.status == PLAYING and new == size:
        child = _choose(grown, node, _sensible(state, grown.moves, legal_moves(state, grown.moves)))
        if child == 0:
            child, new = size, size + 1
            _clear(grown, child, grown.moves[0])
            nodes[child * _NODE_SIZE + _CHANCES] = 1
            nodes[child * _NODE_SIZE + _NEXT] = nodes[node * _NODE_SIZE + _FIRST]
            nodes[node * _NODE_SIZE + _FIRST] = child
        play_action(state, rules, nodes[child * _NODE_SIZE + _ACTION])
        grown.path[passed] = child
        passed, node = passed + 1, child
    value = _played_on(grown, state, rules, greedy) - usual
    for place in range(passed):
        nodes[grown.path[place] * _NODE_SIZE + _VISITS] += 1
        grown.sums[grown.path[place]] += value
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
def _choose(grown: Tree, node: int, count: int) -> int:
    """Return the child to follow; 0 where some legal move was not tried yet: one of these is then the first listed."""
    nodes, moves, tried, best, top = grown.nodes, grown.moves, 0, 0, _NOTHING
    child = nodes[node * _NODE_SIZE + _FIRST]
    while child:
        at_child = shifted(nodes, child * _NODE_SIZE)
        for place in range(tried, count):
            if moves[place] == at_child[_ACTION]:
                moves[place], tried = moves[tried], tried + 1
                at_child[_CHANCES] += 1
                bound = np.sqrt(np.log(at_child[_CHANCES]) / at_child[_VISITS])
                worth = grown.sums[child] / at_child[_VISITS] + _CURIOSITY * bound
                if worth > top:
                    best, top = child, worth
                break
        child = at_child[_NEXT]
    if tried == count:
        return best
    moves[0] = moves[tried + random_below(grown.game, count - tried)]
    return 0


@inner
def _played_on(grown: Tree, state: State, rules: RulesRecord, greedy: Reference) -> float:
    """Let greedy players finish a game; return the share of the deck that is laid."""
    outcome = shifted(grown.game, _OUTCOME)
    while state.status == PLAYING:
        play_action(state, rules, choose(state, greedy, grown.moves))
    report(state, rules, outcome)
    return 1.0 - float(outcome.outcome_score) / at.CARDS


@inner
def _most_tried(grown: Tree) -> int:
    best, most = END, 0
    child = grown.nodes[_FIRST]
    while child:
        at_child = shifted(grown.nodes, child * _NODE_SIZE)
        if at_child[_VISITS] > most:
            best, most = at_child[_ACTION], at_child[_VISITS]
        child = at_child[_NEXT]
    return best
