"""The ways a turn may go, layer by layer: after one card, after two, …, only the most promising of each layer kept.

A node is a turn at one point with the way that led there; all nodes of a search lie in one row.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from . import bits
from .codes import END, LOST, ONE_PILE_BROKEN, PLAYING, STOP
from .compiling import forced, inlined, inner, int64
from .layout import BEAMNODE_SIZE, VISITED_SIZE, BeamNode, RulesRecord, TurnState
from .memory import copy_turn, forget_places, nth, remember
from .scratch import LevelScratch
from .turn import ANY_STEP, ending, lay, legal_moves, next_moves

NOWHERE: Final = -1  # instead of an end: there is none
_MOST_SEEN: Final = 60_000  # positions that a search for any safe way looks at
_HIGHEST: Final = 401  # more than four heights together
# For arguments: Numba compiles a function once more for every bare number it is called with.
START: Any = int64(0)  # the first node
TO_BE_ENDED: Any = int64(0)
BY_ITSELF: Any = int64(1)
_EXACT: Any = int64(1)
_BY_END: Any = int64(2)


class Extent(NamedTuple):
    """How far a search looks; `layout.Level` says what each number means."""

    width: int
    reach: int
    extra: int
    beam: int


@forced
def node_at(work: LevelScratch, place: int) -> BeamNode:
    """Return a node."""
    node: BeamNode = nth(work.nodes, BEAMNODE_SIZE, place)
    return node


@inner
def put_start(work: LevelScratch, turn: TurnState) -> None:
    """Let a turn begin at node 0."""
    start = node_at(work, START)
    copy_turn(turn, start)
    start.beam_before = NOWHERE
    start.status, start.reason = PLAYING, 0


@inner
def find_ends(work: LevelScratch, rules: RulesRecord, extent: Extent) -> int:
    """List the safe ends of the turn at node 0, each once, and return how many; the longest way seen is the plan."""
    lists, start = work.lists, node_at(work, START)
    lists.beam_size, lists.ends, lists.slots = 1, 0, 0
    layer, following = lists.layer, lists.following
    most, reach = max(1, start.minimum - start.laid) + extent.extra, extent.reach
    if start.left == 0:
        most, reach = bits.count(start.hand[0], start.hand[1]), ANY_STEP
    layer[0], size, deepest = 0, 1, 0
    for depth in range(most + 1):
        count, first = 0, lists.beam_size
        for place in range(size):
            node = layer[place]
            calm = ending(node_at(work, node), False) == 0
            if calm:
                _note_end(work, node, TO_BE_ENDED)
            if depth < most:
                far = reach if calm else ANY_STEP
                options = next_moves(node_at(work, node), lists.options, extent.width, far, False)
                for option in range(options):
                    count = _go_on(work, rules, node, lists.options[option], first, count)
        if lists.beam_size > first:
            deepest = first
        size = _narrow(work, count, extent.beam)
        for place in range(size):
            layer[place] = following[place]
    forget_places(work.visited, lists.taken, lists.slots)
    write_plan(work, deepest, BY_ITSELF)
    return lists.ends


@inner
def _go_on(work: LevelScratch, rules: RulesRecord, node: int, action: int, first: int, count: int) -> int:
    """Lay a card at a node; return how many positions the next layer then has.

    The first way of a layer is kept in any case: it is the longest so far.
    """
    lists = work.lists
    place = lists.beam_size
    kept, child = place == first, _child(work, node, action)
    if lay(child, rules, action) and not _only_stuck(child, rules, action):
        if child.status != LOST:
            kept |= _note_end(work, place, BY_ITSELF)
    elif not hopeless(child) and _is_new(work, child, _EXACT):
        lists.following[count] = place
        count += 1
        kept = True
    if kept:
        lists.beam_size += 1
    return count


@inlined
def _child(work: LevelScratch, node: int, action: int) -> BeamNode:
    """Return a copy of a node at the end of the row, reached from it by an action that is not played yet."""
    before, child = node_at(work, node), node_at(work, work.lists.beam_size)
    copy_turn(before, child)
    child.beam_before, child.beam_action = node, action
    return child


@inner
def _only_stuck(turn: TurnState, rules: RulesRecord, action: int) -> bool:
    """Tell whether a turn is lost only because nothing can be laid any more, which a search notices a layer later."""
    closed = rules.mark_of[(action >> 2) + 2] == STOP or (turn.has_three and turn.laid >= 3)
    closed = closed or turn.hand[0] | turn.hand[1] == 0
    return turn.status == LOST and not closed and turn.reason != ONE_PILE_BROKEN


@inner
def hopeless(turn: TurnState) -> bool:
    """Tell whether a card that must be covered this turn can be covered by nothing in hand, whatever comes before."""
    for pile in range(4):
        if (turn.skulls | turn.due) >> pile & 1:
            low, high = turn.hand[pile & 2], turn.hand[(pile & 2) + 1]
            height = turn.heights[pile]
            if bits.above(low, high, height) == 0 and bits.holds(low, high, height - 10) == 0:
                return True
    return False


# --- the transposition table -----------------------------------------------------------------------------------------


@inner
def _is_new(work: LevelScratch, turn: TurnState, kind: int) -> bool:
    """Remember a position, or with `_BY_END` where it leaves piles and hand; tell whether it was not visited before."""
    tops, lists = kind << 60, work.lists
    for pile in range(4):
        tops |= turn.heights[pile] << 8 * pile
    if kind == _EXACT:
        tops |= (turn.lock + 1) << 32 | turn.has_three << 36 | turn.touched << 40
    place = remember(work.visited, VISITED_SIZE - 1, turn.hand[0], turn.hand[1], tops)
    if place < 0:
        return False
    lists.taken[lists.slots] = place
    lists.slots += 1
    return True


@inner
def _note_end(work: LevelScratch, node: int, by_itself: int) -> bool:
    """List an end, unless one that leaves the same is listed; tell whether it was not."""
    lists = work.lists
    if not _is_new(work, node_at(work, node), _BY_END):
        return False
    lists.end_nodes[lists.ends] = 2 * node + by_itself
    lists.ends += 1
    return True


@inner
def _narrow(work: LevelScratch, count: int, beam: int) -> int:
    """Keep the positions of the next layer that moved the tops least, in order; return how many are left."""
    if count <= beam:
        return count
    ranks, layer, following = work.lists.ranks, work.lists.layer, work.lists.following
    for rank in range(_HIGHEST):
        ranks[rank] = 0
    for place in range(count):
        ranks[_rank(node_at(work, following[place])) + 1] += 1
    for rank in range(1, _HIGHEST):
        ranks[rank] += ranks[rank - 1]
    for place in range(count):
        rank = _rank(node_at(work, following[place]))
        layer[ranks[rank]] = following[place]
        ranks[rank] += 1
    for place in range(beam):
        following[place] = layer[place]
    return beam


@forced
def _rank(turn: TurnState) -> int:
    a, b, c, d = turn.heights[0], turn.heights[1], turn.heights[2], turn.heights[3]
    return a + b + c + d


# --- any safe way, and the last cards of a game that is lost ----------------------------------------------------------


@inner
def find_safe(work: LevelScratch, rules: RulesRecord) -> int:
    """Search every way of the turn at node 0 for a safe end, as `turn.safe_plan`; return it, or `NOWHERE`."""
    lists, stack = work.lists, work.lists.layer
    if hopeless(node_at(work, START)):
        return NOWHERE
    lists.beam_size, lists.slots = 1, 0
    stack[0], size, found = 0, 1, NOWHERE
    while size and found == NOWHERE and lists.beam_size <= _MOST_SEEN:
        size -= 1
        node = stack[size]
        if ending(node_at(work, node), False) == 0:
            found = 2 * node
            break
        for option in range(far_first(work, node)):
            child = _child(work, node, lists.options[option])
            place = lists.beam_size
            over = lay(child, rules, lists.options[option])
            if over and child.status != LOST:
                found = 2 * place + 1
                break
            if not over and not hopeless(child) and _is_new(work, child, _EXACT):
                stack[size] = place
                size += 1
                lists.beam_size += 1
    forget_places(work.visited, lists.taken, lists.slots)
    return found


@inner
def far_first(work: LevelScratch, node: int) -> int:
    """List every card and pile, the nearest last, and return how many they are."""
    turn, options = node_at(work, node), work.lists.options
    count = legal_moves(turn, options)
    if count and options[count - 1] == END:
        count -= 1
    for place in range(1, count):
        option = options[place]
        step, before = _step(turn, option), place
        while before > 0 and _step(turn, options[before - 1]) < step:
            options[before] = options[before - 1]
            before -= 1
        options[before] = option
    return count


@forced
def _step(turn: TurnState, action: int) -> int:
    pile = action & 3
    return bits.upright((action >> 2) + 2, pile) - turn.heights[pile]


@inner
def lay_last_cards(work: LevelScratch, rules: RulesRecord) -> None:
    """Go on with a plan for a game that is lost anyway: after its cards, whatever still can be laid."""
    planned, turn = work.lists.planned, node_at(work, START)
    given, over = planned[0], False
    planned[0] = 0
    while not over:
        if planned[0] >= given:
            options = far_first(work, START)
            if options == 0:
                planned[1 + planned[0]] = END
                planned[0] += 1
                return
            planned[1 + planned[0]] = work.lists.options[options - 1]
        planned[0] += 1
        over = lay(turn, rules, planned[planned[0]])


@inner
def write_plan(work: LevelScratch, node: int, by_itself: int) -> None:
    """Make the way to a node the plan; the turn is ended behind it unless it ends by itself."""
    planned, length, place = work.lists.planned, 0, node
    while place > 0:
        length += 1
        place = node_at(work, place).beam_before
    planned[0] = length if by_itself else length + 1
    planned[length + 1] = END
    place = node
    while place > 0:
        planned[length] = node_at(work, place).beam_action
        length -= 1
        place = node_at(work, place).beam_before
